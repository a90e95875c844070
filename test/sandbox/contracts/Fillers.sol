// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {Deposit} from "./Deposit.sol";

/// Takes a flat fee in the chain's coin beside every deposit, of tokens as well, as networks of limit
/// orders do (deBridge's DlnSource: globalFixedNativeFee).
contract FixedFee {
    using SafeERC20 for IERC20;

    Deposit private immutable _deposit;
    uint256 public constant fee = 0.001 ether;

    error WrongFee();

    constructor(Deposit deposit_) {
        _deposit = deposit_;
    }

    function createOrder(address token, uint256 amount, bytes32 id) external payable {
        if (msg.value != fee) revert WrongFee();
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        IERC20(token).forceApprove(address(_deposit), amount);
        _deposit.depositFor(msg.sender, token, amount, id);
    }

    function createNativeOrder(bytes32 id) external payable {
        if (msg.value <= fee) revert WrongFee();
        _deposit.depositNativeFor{value: msg.value - fee}(msg.sender, id);
    }
}

/// The only contract that people approve; it moves their tokens when the diamond says so (LI.FI's and
/// Squid's routers have such a one beside them).
contract TokenProxy {
    using SafeERC20 for IERC20;

    address private immutable _diamond;

    error NotTheDiamond();

    constructor(address diamond) {
        _diamond = diamond;
    }

    function pull(address token, address from, uint256 amount) external {
        if (msg.sender != _diamond) revert NotTheDiamond();
        IERC20(token).safeTransferFrom(from, _diamond, amount);
    }
}

/// What an aggregator's one address does: takes by its proxy, gives on.
contract Diamond {
    using SafeERC20 for IERC20;

    Deposit private immutable _deposit;
    TokenProxy public immutable proxy;

    constructor(Deposit deposit_) {
        _deposit = deposit_;
        proxy = new TokenProxy(address(this));
    }

    function startBridge(address token, uint256 amount, bytes32 id) external {
        proxy.pull(token, msg.sender, amount);
        IERC20(token).forceApprove(address(_deposit), amount);
        _deposit.depositFor(msg.sender, token, amount, id);
    }
}

/// Routers of many small calls in one transaction, as Uniswap's periphery and Across' pools take them
/// (`multicall(bytes[])` with the sender kept): one pulls what is approved, another deposits it.
contract MulticallRouter is Multicall {
    using SafeERC20 for IERC20;

    Deposit private immutable _deposit;

    constructor(Deposit deposit_) {
        _deposit = deposit_;
    }

    function pull(address token, uint256 amount) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    function depositPulled(address token, uint256 amount, bytes32 id) external {
        IERC20(token).forceApprove(address(_deposit), amount);
        _deposit.depositFor(msg.sender, token, amount, id);
    }

    /// What is left over goes to whoever is named.
    function sweep(address token, address to) external {
        IERC20(token).safeTransfer(to, IERC20(token).balanceOf(address(this)));
    }
}
