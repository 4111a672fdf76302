CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
INSERT INTO people VALUES (1, 'Ada Okafor', 36), (2, 'Adam Keller', 17), (3, 'Bruno Keller', NULL);
