// The faults of a document by the values that they name, so that a view shows each at its place.
import type { Json } from './exact_json';
import { isEmpty, isList, isObject, namesOf, type JsonObject } from './model';

export interface Mark {
  path: string;
  /** Sentences about the fault; empty if a report only names the place. */
  messages: string[];
}

type Parent = JsonObject | Json[];

interface Marked {
  here: Mark[];
  /** The marks of the member and of everything in it. */
  within: Mark[];
}

const none: Mark[] = [];

const isParent = (value: Json | undefined): value is Parent => isObject(value) || isList(value);

const memberOf = (parent: Parent, step: string): Json | undefined =>
  isList(parent) ? parent[Number(step)] : parent[step];

const isAbsent = (value: Json | undefined) => value === undefined || isEmpty(value);

/** Changes content.items[3].price to content.items.3.price. */
export const plainPath = (path: string) => path.replace(/\[(\d+)\]/g, '.$1');

export class Marks {
  readonly all: Mark[] = [];
  private readonly members = new Map<Parent, Map<string, Marked>>();

  /** A missing field is marked in the object that lacks it. A fault of the whole content has no mark. */
  constructor(content: Json, faults: { path: string; message?: string }[]) {
    for (const { path, message } of faults) {
      if (path.startsWith('content.')) this.add(content, plainPath(path), message);
    }
  }

  /** Returns the marks of a member. */
  here(parent: Parent, name: string): Mark[] {
    return this.members.get(parent)?.get(name)?.here ?? none;
  }

  /** Returns the marks of a member and of everything in it. */
  within(parent: Parent, name: string): Mark[] {
    return this.members.get(parent)?.get(name)?.within ?? none;
  }

  /** Returns true if an object has a mark in any of its members. */
  isMarked(parent: Parent): boolean {
    return this.members.has(parent);
  }

  /** Returns the members with a value or a mark: the fields of the model in its order, then the others. */
  membersOf(of: JsonObject, type: string | undefined): [string, Json][] {
    const missing: JsonObject = {};
    for (const [name, { here }] of this.members.get(of) ?? []) {
      if (here.length > 0 && isAbsent(of[name])) missing[name] = null;
    }
    return namesOf(type, of, missing).flatMap((name) => {
      const value = of[name];
      if (value !== undefined && !isEmpty(value)) return [[name, value] as [string, Json]];
      return name in missing ? [[name, null] as [string, Json]] : [];
    });
  }

  private add(content: Json, path: string, message: string | undefined) {
    const known = this.all.find((mark) => mark.path === path);
    if (known) {
      if (message !== undefined) known.messages.push(message);
      return;
    }
    const mark: Mark = { path, messages: message === undefined ? [] : [message] };
    this.all.push(mark);
    let parent: Json | undefined = content;
    let last: Marked | undefined;
    for (const step of path.split('.').slice(1)) {
      if (!isParent(parent)) break;
      last = this.at(parent, step);
      last.within.push(mark);
      parent = memberOf(parent, step);
      if (isAbsent(parent)) break;
    }
    last?.here.push(mark);
  }

  private at(parent: Parent, name: string): Marked {
    const members = this.members.get(parent) ?? new Map<string, Marked>();
    this.members.set(parent, members);
    const marked = members.get(name) ?? { here: [], within: [] };
    members.set(name, marked);
    return marked;
  }
}
