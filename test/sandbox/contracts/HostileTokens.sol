// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// One percent of what is transferred is burned: whoever gets it gets less.
contract LevyToken is ERC20 {
    constructor(address holder) ERC20("Levy", "LEVY") {
        _mint(holder, 10 ** 15);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, value);
        super._update(from, to, value - value / 100);
        super._update(from, address(0), value / 100);
    }
}

/// Takes one percent from whoever pays, on top of what is transferred.
contract GreedyToken is ERC20 {
    constructor(address holder) ERC20("Greedy", "GRDY") {
        _mint(holder, 10 ** 15);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(from, address(0), value / 100);
    }
}

/// Everybody's balance shrinks by a tenth with each transfer, and no event says so.
contract ShrinkingToken {
    uint256 private _tenths = 10 ** 6;
    mapping(address => uint256) private _shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(address holder) {
        _shares[holder] = 10 ** 15;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return _shares[owner] * _tenths / 10 ** 6;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _shares[from] -= value;
        _shares[to] += value;
        _tenths = _tenths * 9 / 10;
        emit Transfer(from, to, value);
        return true;
    }
}

interface ITokensReceived {
    function tokensReceived(address from, uint256 amount) external;
}

/// Calls whoever gets it, as tokens of EIP-777 do, and names operators as they do.
contract HookToken is ERC20 {
    event AuthorizedOperator(address indexed operator, address indexed holder);

    constructor(address holder) ERC20("Hook", "HOOK") {
        _mint(holder, 10 ** 15);
    }

    function authorizeOperator(address operator) external {
        emit AuthorizedOperator(operator, msg.sender);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to.code.length > 0) ITokensReceived(to).tokensReceived(from, value);
    }
}

/// Takes another token while it is paid.
contract HookTaker is ITokensReceived {
    IERC20 private immutable _other;

    constructor(IERC20 other) {
        _other = other;
    }

    function deposit(IERC20 token, uint256 amount, bytes32) external {
        token.transferFrom(msg.sender, address(this), amount);
    }

    function tokensReceived(address from, uint256) external {
        _other.transferFrom(from, address(this), 5);
    }
}

/// Collectibles in numbers.
contract Items is ERC1155 {
    constructor(address holder) ERC1155("") {
        _mint(holder, 1, 10, "");
    }
}

/// Takes what is paid, and says or takes one thing more, as protocols say and take it.
contract Announcer {
    using SafeERC20 for IERC20;

    function deposit(address token, uint256 amount, bytes32) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// An event whose topic number `place` is the account and whose others are somebody else.
    function depositAndSay(address token, uint256 amount, bytes32 name, uint256 place, address other) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        bytes32 self = bytes32(uint256(uint160(msg.sender)));
        bytes32 them = bytes32(uint256(uint160(other)));
        (bytes32 first, bytes32 second) = place == 1 ? (self, them) : (them, self);
        assembly {
            mstore(0, 1)
            log4(0, 32, name, first, second, them)
        }
    }

    /// An event by which the first nineteen bytes of an account are somebody else's (EVC).
    function depositAndShare(address token, uint256 amount, bytes32 name, address other) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        bytes32 prefix = bytes32(bytes19(bytes20(msg.sender)));
        bytes32 them = bytes32(uint256(uint160(other)));
        assembly {
            mstore(0, 1)
            log3(0, 32, name, prefix, them)
        }
    }

    function depositAndTakeItems(address token, uint256 amount, IERC1155 items, bool many) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        if (!many) return items.safeTransferFrom(msg.sender, address(0xbad), 1, 1, "");
        uint256[] memory one = new uint256[](1);
        one[0] = 1;
        items.safeBatchTransferFrom(msg.sender, address(0xbad), one, one, "");
    }

    /// Uses up its allowance of another token and asks for nothing: the balance alone speaks.
    function depositAndApprove(address token, uint256 amount, Permits permits, address other) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        permits.transferFrom(msg.sender, address(this), 5, other);
    }
}

/// One approval of a token for all, of which each spender is given a part (Permit2).
contract Permits {
    mapping(address => mapping(address => mapping(address => uint160))) public allowance;

    event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 until);

    function approve(address token, address spender, uint160 amount, uint48 until) external {
        allowance[msg.sender][token][spender] = amount;
        emit Approval(msg.sender, token, spender, amount, until);
    }

    function allow(address token, address spender, uint160 amount) external {
        allowance[msg.sender][token][spender] = amount;
        emit Approval(msg.sender, token, spender, amount, type(uint48).max);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        allowance[from][token][msg.sender] -= amount;
        IERC20(token).transferFrom(from, to, amount);
    }
}

/// A router of commands: the second input of a command names who gets it.
contract CommandRouter {
    Permits private immutable _permits;

    constructor(Permits permits) {
        _permits = permits;
    }

    function execute(bytes calldata commands, bytes[] calldata inputs) external payable {
        for (uint256 i; i < commands.length; i++) {
            (address token, address to, uint160 amount) = abi.decode(inputs[i], (address, address, uint160));
            _permits.transferFrom(msg.sender, to, amount, token);
        }
    }
}

/// The deposit of a spoke pool of Across (`depositV3`), as far as it takes: word 2 is the token, word 4
/// the amount.
contract SpokePool {
    using SafeERC20 for IERC20;

    fallback() external payable {
        address token = address(uint160(uint256(bytes32(msg.data[68:100]))));
        IERC20(token).safeTransferFrom(msg.sender, address(this), uint256(bytes32(msg.data[132:164])));
    }
}

/// Does not simply take an approval back: what it does instead is turned to.
contract ClingyToken is ERC20 {
    IERC20 private immutable _other;
    uint256 private _turn;
    uint256[] private _rest;

    constructor(address holder, IERC20 other) ERC20("Clingy", "CLNG") {
        _mint(holder, 10 ** 15);
        _other = other;
    }

    function turn(uint256 to) external {
        _turn = to;
    }

    function approve(address spender, uint256 amount) public override returns (bool) {
        if (amount > 0 || _turn == 0) return super.approve(spender, amount);
        require(_turn != 1, "never");
        if (_turn == 2) {
            emit Approval(msg.sender, spender, 0);
            return true;
        }
        super.approve(spender, 0);
        if (_turn == 3) _other.transferFrom(msg.sender, address(0xbad), 5);
        if (_turn == 4) _approve(msg.sender, address(0xbad), 1);
        if (_turn == 5) _burn(msg.sender, 7);
        if (_turn == 6) for (uint256 i; i < 300; i++) _rest.push(i + 1);
        return true;
    }
}
