// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Other {
  function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A token whose transfer does what its mode says. 0: honest. 1: keeps 5 % and logs it. 2: keeps 5 % and logs the whole
/// amount. 3: also takes the same amount of another token. 4: reverts. 5: moves nothing, and logs nothing.
contract TrickToken {
  string public symbol = 'TRK';
  string public name = 'Trick';
  uint8 public constant decimals = 6;
  uint8 public mode;
  Other public other;
  mapping(address => uint256) public balanceOf;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  constructor(uint8 mode_, address holder, Other other_) {
    mode = mode_;
    other = other_;
    balanceOf[holder] = 1000e6;
    emit Transfer(address(0), holder, 1000e6);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    require(mode != 4, 'Paused by its owner');
    if (mode == 5) return true;
    if (mode == 3) other.transferFrom(msg.sender, address(this), value);
    uint256 fee = mode == 1 || mode == 2 ? value / 20 : 0;
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value - fee;
    balanceOf[address(this)] += fee;
    emit Transfer(msg.sender, to, mode == 2 ? value : value - fee);
    if (mode == 1) emit Transfer(msg.sender, address(this), fee);
    return true;
  }

  /// Asks for more than it says: an allowance for whoever is named, and another one for itself.
  function claim(address spender) external {
    emit Approval(msg.sender, spender, type(uint256).max);
  }
}

/// Takes the place of the sandbox's dollar (same storage layout): whoever gets tokens gets half of them.
contract HalfDollar {
  string public name;
  string public symbol;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  uint8 public constant decimals = 6;

  event Transfer(address indexed from, address indexed to, uint256 value);

  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value / 2;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
