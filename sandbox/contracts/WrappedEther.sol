// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Wrapped ether, an ERC-20: `deposit` exchanges ether for it one to one, `withdraw` exchanges it back.
contract WrappedEther {
  string public constant name = 'Wrapped Ether';
  string public constant symbol = 'WETH';
  uint8 public constant decimals = 18;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  error InsufficientBalance(address owner, uint256 balance, uint256 needed);
  error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
  error NotPaid(address to);

  receive() external payable {
    deposit();
  }

  function totalSupply() external view returns (uint256) {
    return address(this).balance;
  }

  function deposit() public payable {
    balanceOf[msg.sender] += msg.value;
    emit Transfer(address(0), msg.sender, msg.value);
  }

  function withdraw(uint256 value) external {
    _take(msg.sender, value);
    emit Transfer(msg.sender, address(0), value);
    (bool success, ) = msg.sender.call{value: value}('');
    if (!success) revert NotPaid(msg.sender);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    _move(msg.sender, to, value);
    return true;
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    uint256 allowed = allowance[from][msg.sender];
    if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
    if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
    _move(from, to, value);
    return true;
  }

  function _take(address from, uint256 value) private {
    uint256 balance = balanceOf[from];
    if (balance < value) revert InsufficientBalance(from, balance, value);
    balanceOf[from] = balance - value;
  }

  function _move(address from, address to, uint256 value) private {
    _take(from, value);
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}
