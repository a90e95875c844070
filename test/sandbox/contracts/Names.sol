// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// ENS's registry (EIP-137), as far as it is read; anybody may write.
contract NameRegistry {
    mapping(bytes32 => address) public resolver;

    function setResolver(bytes32 node, address to) external {
        resolver[node] = to;
    }
}

/// A resolver that keeps addresses (EIP-137) and what they call themselves (EIP-181); anybody may write.
contract NameResolver {
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;

    function setAddr(bytes32 node, address to) external {
        addr[node] = to;
    }

    function setName(bytes32 node, string calldata to) external {
        name[node] = to;
    }
}

/// A resolver that keeps nothing and sends whoever asks to a gateway (EIP-3668).
contract GatewayResolver {
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );

    function addr(bytes32) external view returns (address) {
        string[] memory urls = new string[](1);
        urls[0] = "https://gateway.example/{sender}/{data}";
        revert OffchainLookup(address(this), urls, msg.data, this.addr.selector, "");
    }
}
