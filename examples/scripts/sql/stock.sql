CREATE TABLE stock (product TEXT PRIMARY KEY, pieces INTEGER NOT NULL, price REAL NOT NULL);
INSERT INTO stock VALUES ('lamp', 3, 40.5), ('desk', 1, 199.0), ('chair', 0, 80.0);
