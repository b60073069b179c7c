import { Buffer } from "node:buffer";
import type { Query } from "./message.ts";
import { isSameKey } from "./question-key.ts";

/** A query that has to be asked upstream. */
export class Miss {
  readonly query: Query;
  readonly hash: number;
  /** What the lists say of its name. */
  readonly action: number;

  constructor(query: Query, hash: number, action: number) {
    this.query = query;
    this.hash = hash;
    this.action = action;
  }

  /** The same with a copy of the question alone, so that who waits does not hold all that came with it. */
  detached(): Miss {
    const { message, questionEnd } = this.query;
    const question = Buffer.from(message.subarray(0, questionEnd));
    return new Miss({ ...this.query, message: question }, this.hash, this.action);
  }
}

/** A client that waits for an answer. */
export interface Waiter {
  readonly query: Query;
  readonly reply: (answer: Uint8Array) => void;
}

/** A question on its way, and all who wait for its answer. */
export class Flight {
  readonly miss: Miss;
  waiters: Waiter[];
  /** Another one whose hash has the same last bits. */
  alike: Flight | undefined;

  constructor(miss: Miss, waiter: Waiter) {
    this.miss = miss;
    this.waiters = [waiter];
  }
}

/** Flights whose hashes have the same last bits stand in one row. */
const ROWS = 1024;

/** The questions on their way that can be joined. */
export class Flights {
  private readonly rows: (Flight | undefined)[] = Array.from({ length: ROWS });

  /** One that asks for the same. */
  find({ query, hash }: Miss): Flight | undefined {
    let flight = this.rows[hash % ROWS];
    while (flight !== undefined && !isSameKey(flight.miss.query, query)) flight = flight.alike;
    return flight;
  }

  /** Those on their way go on, and nobody joins them any more. */
  seal(): void {
    this.rows.fill(undefined);
  }

  add(flight: Flight): void {
    const row = flight.miss.hash % ROWS;
    flight.alike = this.rows[row];
    this.rows[row] = flight;
  }

  remove(flight: Flight): void {
    const row = flight.miss.hash % ROWS;
    let before: Flight | undefined;
    for (let one = this.rows[row]; one !== undefined && one !== flight; one = one.alike)
      before = one;
    if (before === undefined) {
      if (this.rows[row] === flight) this.rows[row] = flight.alike;
    } else if (before.alike === flight) before.alike = flight.alike;
    flight.alike = undefined;
  }
}
