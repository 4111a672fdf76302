-- Names and types that hardly anybody has.
CREATE TABLE `Order's "Detail"` (`Order ID` INT, `Line.No` SMALLINT, `Preis (€)` DECIMAL(10,2), `Größe` TEXT, `a``b` VARCHAR(10), PRIMARY KEY (`Order ID`, `Line.No`)) COMMENT 'it''s "odd": #1';
CREATE TABLE `select` (`from` INT PRIMARY KEY, `where` VARCHAR(20) NOT NULL, `order` BOOLEAN, `after` TEXT, `user` VARCHAR(20) UNIQUE);
CREATE TABLE `odd?names` (`a?b` INT PRIMARY KEY, `c;d` TEXT, `e--f` TEXT, `g/*h` TEXT, `i:j` INT, `l\m` TEXT);
CREATE TABLE by_bytes (id BINARY(16) PRIMARY KEY, name VARCHAR(20));
CREATE TABLE typed (id BIGINT UNSIGNED PRIMARY KEY, state ENUM('new', 'it''s done') NOT NULL, kind VARCHAR(10) NOT NULL CHECK (kind IN ('big', 'small')), exact DECIMAL(30,9) NOT NULL, approximate DOUBLE, single FLOAT,
  doubled INT AS (7 * 2) STORED, doc JSON, options SET('a', 'b'), `raw` BLOB, at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, moment DATETIME(6), day DATE, clock TIME, born YEAR, on_sale TINYINT(1), bits BIT(3), place POINT, words MEDIUMTEXT, KEY (at), KEY (moment), KEY (state));
CREATE TABLE twin (id INT PRIMARY KEY, kind VARCHAR(10) NOT NULL CHECK (kind IN ('left', 'right')), typed_id BIGINT UNSIGNED, FOREIGN KEY (typed_id) REFERENCES typed (id));
CREATE TABLE keyless (line TEXT);
INSERT INTO `Order's "Detail"` VALUES (1, 1, 2.50, 'M', 'x'), (1, 2, 3.50, 'L', 'y');
INSERT INTO `select` VALUES (1, 'here', TRUE, 'later', 'ann'), (2, 'there', FALSE, 'never', 'bob');
INSERT INTO `odd?names` VALUES (1, 'c', 'e', 'g', 5, 'l');
INSERT INTO by_bytes VALUES (REPEAT('a', 16), 'bytes');
INSERT INTO typed (id, state, kind, exact, approximate, single, doc, options, `raw`, at, moment, day, clock, born, on_sale, bits, place, words) VALUES
  (9007199254740993, 'new', 'big', 123456789012345678901.123456789, 1.5, 2.5, '{"a": 1}', 'a,b', 'bytes', '2024-01-01 10:00:00', '2024-01-01 10:00:00.123456', '2024-01-01', '10:00', 2024, TRUE, b'101', POINT(1, 2), 'many');
INSERT INTO twin VALUES (1, 'left', 9007199254740993);
INSERT INTO keyless VALUES ('a line');
