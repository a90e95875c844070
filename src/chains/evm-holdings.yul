// Finds what an account holds among all that bytes may name, within one `eth_call` alone: it is never
// deployed. `evm-holdings.ts` holds what it compiles to, and writes and reads what goes in and out.
//
// In: the account (32 bytes), then any bytes: each 20 of them, wherever they begin, may be a token.
// Out: of those, every contract that shows a balance of the account, 32 bytes each, as often as it is named.
object "Holdings" {
  code {
    // balanceOf(address), EIP-20
    mstore(0, shl(224, 0x70a08231))
    mstore(4, calldataload(0))
    let out := 96
    let end := sub(calldatasize(), 19)
    for { let at := 32 } lt(at, end) { at := add(at, 1) } {
      let token := shr(96, calldataload(at))
      if extcodesize(token) {
        // Of less than a look may take, one that finds nothing says nothing: the call fails as a whole.
        if lt(gas(), 130000) { invalid() }
        // What a stranger's contract uses up and gives back is bounded.
        if staticcall(100000, token, 0, 36, 64, 32) {
          if gt(returndatasize(), 31) {
            if mload(64) {
              mstore(out, token)
              out := add(out, 32)
            }
          }
        }
      }
    }
    return(96, sub(out, 96))
  }
}
