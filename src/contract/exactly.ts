/** One record with all its fields in one place: intersections are compared by what they come to. */
type Whole<T> = T extends string
  ? T
  : T extends readonly unknown[]
    ? { [K in keyof T]: Whole<T[K]> }
    : T extends object
      ? { [K in keyof T]: Whole<T[K]> }
      : T

type Same<A, B> =
  (<T>() => T extends Whole<A> ? 1 : 2) extends <T>() => T extends Whole<B> ? 1 : 2 ? true : false

/**
 * The type `T`, where what a schema reads is that type field for field, in both directions. Assigning alone
 * lets a field go that may be absent: a schema without it would drop it at every read. Anything else is a
 * type that no value has, so that the read does not compile.
 */
export type Exactly<T, Read> =
  Same<T, Read> extends true ? T : { 'the schema reads another type': T }

/**
 * The type `T`, where a schema reads whatever is written as it, also where it writes its members together.
 * Assigning what it read holds the other direction. Without it a new member compiles, and is taken for damage.
 */
export type Covered<T, Read> = [T] extends [Read] ? T : { 'the schema does not read all of it': T }
