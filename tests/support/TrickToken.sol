// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Other {
  function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A token whose `transfer` depends on its mode. 0: a normal transfer. 1: keeps 5 % and logs that. 2: keeps 5 % but logs the
/// whole amount. 3: also takes the same amount of another token. 4: reverts. 5: moves and logs nothing, and returns true.
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

  /// Logs an unlimited allowance for `spender`. The name of the function does not suggest an approval.
  function claim(address spender) external {
    emit Approval(msg.sender, spender, type(uint256).max);
  }
}

/// Replaces the code of the sandbox's dollar (the storage layout is the same): a receiver gets half of the amount.
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
