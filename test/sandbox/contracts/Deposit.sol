// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Takes deposits for the fillers and lets their operator send them back.
/// A second deposit under one id is taken on purpose: nothing on chain protects a native
/// token sent twice, and clients must be tested against that.
contract Deposit is Ownable {
    using SafeERC20 for IERC20;

    event Deposited(bytes32 indexed id, address indexed author, address token, uint256 amount);
    event Refunded(bytes32 indexed id, address indexed to, address token, uint256 amount);

    error NothingDeposited();
    error RefundFailed();

    constructor() Ownable(msg.sender) {}

    function deposit(address token, uint256 amount, bytes32 id) external {
        if (amount == 0) revert NothingDeposited();
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(id, msg.sender, token, amount);
    }

    function depositNative(bytes32 id) external payable {
        if (msg.value == 0) revert NothingDeposited();
        emit Deposited(id, msg.sender, address(0), msg.value);
    }

    /// For contracts that have taken it from the author already and bring it here.
    function depositFor(address author, address token, uint256 amount, bytes32 id) external {
        if (amount == 0) revert NothingDeposited();
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(id, author, token, amount);
    }

    function depositNativeFor(address author, bytes32 id) external payable {
        if (msg.value == 0) revert NothingDeposited();
        emit Deposited(id, author, address(0), msg.value);
    }

    function refund(address token, address to, uint256 amount, bytes32 id) external onlyOwner {
        if (token == address(0)) {
            (bool ok, ) = to.call{value: amount}("");
            if (!ok) revert RefundFailed();
        } else {
            IERC20(token).safeTransfer(to, amount);
        }
        emit Refunded(id, to, token, amount);
    }
}
