// A seeded generator (xorshift128), so that a run can be repeated by its seed alone.
export class Random {
  #state;

  constructor(seed) {
    this.#state = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 0xb7e15162];
    for (let warmUp = 0; warmUp < 20; ++warmUp) this.#next();
  }

  #next() {
    const [x, y, z, w] = this.#state;
    const t = x ^ (x << 11);
    const next = (w ^ (w >>> 19) ^ (t ^ (t >>> 8))) >>> 0;
    this.#state = [y, z, w, next];
    return next;
  }

  below(bound) {
    return Math.floor((this.#next() / 0x100000000) * bound);
  }

  chance(probability) {
    return this.#next() / 0x100000000 < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  pickWeighted(list) {
    const sum = list.reduce((total, entry) => total + (entry.weight ?? 1), 0);
    let at = (this.#next() / 0x100000000) * sum;
    return list.find((entry) => (at -= entry.weight ?? 1) < 0) ?? list[list.length - 1];
  }
}
