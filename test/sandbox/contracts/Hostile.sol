// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

/// Calls itself a deposit and takes something else, more, or less.
contract Thief {
    using SafeERC20 for IERC20;

    function deposit(address token, uint256 amount, bytes32) external payable {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    function depositAnd(address token, uint256 amount, address other, uint256 more) external payable {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        IERC20(other).safeTransferFrom(msg.sender, address(this), more);
    }

    function depositAndTake(address token, uint256 amount, IERC721 collection, uint256 id) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        collection.transferFrom(msg.sender, address(this), id);
    }

    function depositAndSwap(address token, uint256 amount, IERC721 collection, uint256 id, uint256 other)
        external
    {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        collection.transferFrom(msg.sender, address(this), id);
        collection.transferFrom(address(this), msg.sender, other);
    }

    function nothing(address, uint256, bytes32) external payable {}
}

/// A lending pool as they are: what is lent is a token of its own, and the owner may have others act.
contract Pool is ERC20 {
    using SafeERC20 for IERC20;

    IERC20 public immutable asset;
    mapping(address => mapping(address => bool)) public isAuthorized;

    event SetAuthorization(
        address indexed caller, address indexed authorizer, address indexed authorized, bool isAllowed
    );

    constructor(IERC20 asset_) ERC20("Lent", "LENT") {
        asset = asset_;
    }

    function supply(uint256 amount) external {
        asset.safeTransferFrom(msg.sender, address(this), amount);
        _mint(msg.sender, amount);
    }

    function withdraw(address, uint256 amount, address to) external {
        _burn(msg.sender, amount);
        asset.safeTransfer(to, amount);
    }

    function setAuthorization(address authorized, bool allowed) external {
        isAuthorized[msg.sender][authorized] = allowed;
        emit SetAuthorization(msg.sender, msg.sender, authorized, allowed);
    }
}

/// A pool whose positions are no tokens: only what it tells of the account shows them.
contract Ledger {
    using SafeERC20 for IERC20;

    IERC20 public immutable asset;
    mapping(address => uint256) private _lent;

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function supply(uint256 amount) external {
        asset.safeTransferFrom(msg.sender, address(this), amount);
        _lent[msg.sender] += amount;
    }

    function withdraw(address, uint256 amount, address to) external {
        _lent[msg.sender] -= amount;
        asset.safeTransfer(to, amount);
    }

    function getUserAccountData(address user)
        external
        view
        returns (uint256, uint256, uint256, uint256, uint256, uint256)
    {
        return (_lent[user], 0, 0, 0, 0, 0);
    }
}

/// Collectibles whose contract takes several calls in one.
contract Collection is ERC721, Multicall {
    constructor() ERC721("Pictures", "PIC") {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

/// Takes another token as well once fees are paid, or in a block that is like a real one in all that it sees.
contract Actor {
    function deposit(IERC20 token, uint256 amount, IERC20 other, uint256 more) external {
        token.transferFrom(msg.sender, address(this), amount);
        if (block.basefee > 0 && tx.gasprice > 0) other.transferFrom(msg.sender, address(this), more);
    }

    function depositLate(IERC20 token, uint256 amount, IERC20 other, uint256 more) external {
        token.transferFrom(msg.sender, address(this), amount);
        bool isPaid = block.basefee > 0 && tx.gasprice > block.basefee && tx.origin == msg.sender;
        bool isBlock = block.prevrandao != 0 && block.timestamp > 1_600_000_000 && block.gaslimit > 1_000_000;
        if (isPaid && isBlock && gasleft() < 1_000_000) other.transferFrom(msg.sender, address(this), more);
    }
}

/// What is exactly right when nobody pays for gas, and takes all that it may when somebody does.
contract Chameleon {
    function deposit(IERC20 token, uint256 amount) external {
        uint256 most = token.allowance(msg.sender, address(this));
        uint256 held = token.balanceOf(msg.sender);
        uint256 all = most < held ? most : held;
        bool tried = block.basefee == 0 || tx.gasprice == 0;
        token.transferFrom(msg.sender, address(this), tried ? amount : all);
    }
}

/// A wallet contract of one owner: Safe 1/1 (execTransaction is payable), DSProxy, Instadapp.
contract OwnWallet {
    address public owner;
    constructor(address owner_) { owner = owner_; }
    receive() external payable {}
    function execute(address[] calldata to, uint256[] calldata value, bytes[] calldata data) external payable {
        require(msg.sender == owner);
        for (uint256 i; i < to.length; i++) { (bool ok, ) = to[i].call{value: value[i]}(data[i]); require(ok); }
    }
}

/// Emits from 70 children: more contracts than are read.
contract Leaf { event E(); constructor() { emit E(); } }
contract Crowd {
    function deposit(IERC20 token, uint256 amount, IERC20 other, uint256 more) external {
        token.transferFrom(msg.sender, address(this), amount);
        other.transferFrom(msg.sender, address(this), more);
        for (uint256 i; i < 70; i++) new Leaf();
    }
    function deposit2(IERC20 token, uint256 amount, IERC20 other, uint256 more) external {
        token.transferFrom(msg.sender, address(this), amount);
        other.transferFrom(msg.sender, address(this), more);
        new Leaf{salt: bytes32(gasleft())}();
    }
}

/// A proxy that is approved exactly, and a router that the account approved long ago.
contract OldRouter {
    function go(IERC20 token, address to, uint256 amount) external {
        token.transferFrom(msg.sender, to, amount);
    }
}

contract LateProxy {
    function later(IERC20 token, address from, address to, uint256 amount) external {
        token.transferFrom(from, to, amount);
    }
}

/// Takes what it may, and burns what the network is paid with.
contract Burner {
    uint256[] private _rest;

    function deposit(IERC20 token, uint256 amount, bytes32) external {
        token.transferFrom(msg.sender, address(this), amount);
        for (uint256 i; i < 300; i++) _rest.push(i + 1);
    }
}

/// Reads what it takes from packed bytes: no word of its calldata names a token.
contract PackedTaker {
    fallback() external {
        uint256 amount = uint256(bytes32(msg.data[5:37]));
        IERC20(address(bytes20(msg.data[37:57]))).transferFrom(msg.sender, address(this), amount);
        IERC20(address(bytes20(msg.data[57:77]))).transferFrom(msg.sender, address(this), 5);
    }
}

/// Takes another token, and gives it back to whoever reads a balance of it.
contract Restorer {
    address private _payer;
    IERC20 private _other;
    uint256 private _more;

    function depositAnd(IERC20 token, uint256 amount, IERC20 other, uint256 more) external payable {
        token.transferFrom(msg.sender, address(this), amount);
        other.transferFrom(msg.sender, address(this), more);
        (_payer, _other, _more) = (msg.sender, other, more);
    }

    function balanceOf(address) external returns (uint256) {
        uint256 more = _more;
        _more = 0;
        if (more > 0) _other.transfer(_payer, more);
        return 0;
    }
}

/// A farm as MiniChefV2 is one: what is staked is no token of its own, and several calls may be made in one.
contract Farm is Multicall {
    using SafeERC20 for IERC20;

    struct UserInfo {
        uint256 amount;
        int256 rewardDebt;
    }

    IERC20 public immutable asset;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;

    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Harvest(address indexed user, uint256 indexed pid, uint256 amount);

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function deposit(uint256 pid, uint256 amount, address to) external {
        asset.safeTransferFrom(msg.sender, address(this), amount);
        userInfo[pid][to].amount += amount;
    }

    function withdrawAndHarvest(uint256 pid, uint256 amount, address to) external {
        userInfo[pid][msg.sender].amount -= amount;
        asset.safeTransfer(to, amount);
        emit Withdraw(msg.sender, pid, amount, to);
        emit Harvest(msg.sender, pid, 0);
    }

    /// The payment that a service calls this.
    function pay(IERC20 token, uint256 amount) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }
}

/// Keeps balances of its users inside, as the vault of Balancer does.
contract SwapVault is Multicall {
    using SafeERC20 for IERC20;

    mapping(address => mapping(IERC20 => uint256)) private _inside;

    event InternalBalanceChanged(address indexed user, IERC20 indexed token, int256 delta);

    function put(IERC20 token, uint256 amount) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
        _inside[msg.sender][token] += amount;
        emit InternalBalanceChanged(msg.sender, token, int256(amount));
    }

    function take(IERC20 token, uint256 amount, address to) external {
        _inside[msg.sender][token] -= amount;
        token.safeTransfer(to, amount);
        emit InternalBalanceChanged(msg.sender, token, -int256(amount));
    }

    function getInternalBalance(address user, IERC20[] calldata tokens) external view returns (uint256[] memory held) {
        held = new uint256[](tokens.length);
        for (uint256 i; i < tokens.length; i++) held[i] = _inside[user][tokens[i]];
    }

    /// The payment that a service calls this.
    function pay(IERC20 token, uint256 amount) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }
}
