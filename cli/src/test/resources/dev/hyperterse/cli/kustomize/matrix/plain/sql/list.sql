SELECT id
  FROM orders -- <a> & "b"	with \ ü 😀
