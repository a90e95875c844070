// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Accounts that are contracts, as far as they are followed: who signs is none of it, so anybody may send
/// for them.
contract SmartAccount {
    /// Does one thing as the account, and undoes it where it fails.
    function execute(address to, uint256 value, bytes calldata data) public {
        (bool ok, ) = to.call{value: value}(data);
        require(ok, "failed");
    }

    receive() external payable {}
}

/// What ERC-4337's EntryPoint tells of the operations that it carries.
contract Operations {
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );

    function handle(address sender, bytes32 id, bytes calldata call) external {
        (bool ok, ) = sender.call(call);
        emit UserOperationEvent(id, sender, address(0), 7, ok, 1, 1);
    }
}

/// What a Safe tells from 1.4.0 on.
contract NewSafe is SmartAccount {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    function run(bytes32 id, address to, uint256 value, bytes calldata data) external {
        (bool ok, ) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(id, 0);
        else emit ExecutionFailure(id, 0);
    }
}

/// What a Safe tells up to 1.3.0.
contract OldSafe is SmartAccount {
    event ExecutionSuccess(bytes32 txHash, uint256 payment);
    event ExecutionFailure(bytes32 txHash, uint256 payment);

    function run(bytes32 id, address to, uint256 value, bytes calldata data) external {
        (bool ok, ) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(id, 0);
        else emit ExecutionFailure(id, 0);
    }
}
