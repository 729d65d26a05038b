# receive.py FOLDER: stores every pending document in a file, then reports it. Python 3, standard library.
import json, os, sys, urllib.parse, urllib.request

URL, TOKEN = os.environ["TRADEPOST_URL"], os.environ["TRADEPOST_TOKEN"]


def ask(path, body=None):
    request = urllib.request.Request(URL + path, None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + TOKEN)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def items_of(page):
    """Each item and its text: a number that went through a float may be another one."""
    at = page.index('"items":[') + len('"items":[')
    while page[at] != "]":
        item, end = json.JSONDecoder().raw_decode(page, at)
        yield item["platformTransactionId"], page[at:end]
        at = end + (page[end] == ",")


def store(folder, name, text):
    with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


cursor, more = "", True
while more:
    page = ask("/v2/transactions?per_page=100" + (cursor and "&cursor=" + urllib.parse.quote(cursor)))
    ids = []
    for id, text in items_of(page):
        store(sys.argv[1], id, text)
        ids.append(id)
    if ids:
        reports = [{"platformTransactionId": id, "success": True} for id in ids]
        ask("/v2/transactions/bulk/mark-processed", {"items": reports})
        print("\n".join(ids))
    place = json.loads(page)
    cursor, more = place["nextCursor"], place["hasMore"]
