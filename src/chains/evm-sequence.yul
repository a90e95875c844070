// Runs a sequence of calls from the account that it is put on, within one `eth_call` alone: it is never
// deployed. `evm-sequence.ts` holds what it compiles to, and writes and reads what goes in and out.
//
// In, for each call: the contract, the wei, the gas, the length of the data (32 bytes each), the data.
// With gas 0 it is a request, with all the gas there is; else a read that can change nothing.
// Out, for each: whether it went through, the length of what it gave (32 bytes each), what it gave, cut.
object "Sequence" {
  code {
    // Who pays coins to the account, or calls it back, meets an account: only the trial itself is obeyed.
    if xor(caller(), origin()) { stop() }
    let out := 0
    for { let at := 0 } lt(at, calldatasize()) {} {
      let size := calldataload(add(at, 96))
      calldatacopy(out, add(at, 128), size)
      let gives := 0
      switch calldataload(add(at, 64))
      case 0 {
        gives := call(gas(), calldataload(at), calldataload(add(at, 32)), out, size, 0, 0)
      }
      default {
        gives := staticcall(calldataload(add(at, 64)), calldataload(at), out, size, 0, 0)
      }
      at := add(at, add(128, size))
      let length := returndatasize()
      // Whoever gives a megabyte must not use up the gas for what is read after it.
      if gt(length, 1024) { length := 1024 }
      mstore(out, gives)
      mstore(add(out, 32), length)
      returndatacopy(add(out, 64), 0, length)
      out := add(out, add(64, length))
    }
    return(0, out)
  }
}
