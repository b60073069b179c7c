// What AssemblyScript brings with it, as far as it is used here: for type checkers, which know no machine types.

type i32 = number;
type i8 = number;
type i16 = number;
type u32 = number;
type bool = boolean;
type u64 = number;
type usize = number;
type v128 = { readonly vector: true };

declare function i32(value: number): i32;
declare function i16(value: number): i16;
declare function i8(value: number): i8;
declare function u32(value: number): u32;
declare function u64(value: number): u64;
declare function min(a: i32, b: i32): i32;

declare namespace i32 {
  function load(address: usize, offset?: usize): i32;
  function load8_u(address: usize, offset?: usize): i32;
  function load16_u(address: usize, offset?: usize): i32;
  function store(address: usize, value: i32, offset?: usize): void;
  function store16(address: usize, value: i32, offset?: usize): void;
  function ctz(value: i32): i32;
}
declare namespace u64 {
  const MAX_VALUE: u64;
}
declare namespace i64 {
  function load(address: usize, offset?: usize): u64;
  function store(address: usize, value: u64, offset?: usize): void;
  function ctz(value: u64): u64;
}
declare namespace v128 {
  function load(address: usize, offset?: usize): v128;
  function and(a: v128, b: v128): v128;
  function or(a: v128, b: v128): v128;
}
declare function i8x16(...lanes: readonly i8[]): v128;
declare namespace i8x16 {
  function splat(value: i8): v128;
  function swizzle(a: v128, lanes: v128): v128;
  function sub(a: v128, b: v128): v128;
  function shr_u(a: v128, bits: i32): v128;
  function lt_u(a: v128, b: v128): v128;
  function eq(a: v128, b: v128): v128;
  function ne(a: v128, b: v128): v128;
  function narrow_i16x8_s(a: v128, b: v128): v128;
  function bitmask(value: v128): i32;
}
declare namespace i16x8 {
  function splat(value: i16): v128;
  function sub(a: v128, b: v128): v128;
  function le_u(a: v128, b: v128): v128;
}
