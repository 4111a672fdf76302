CREATE TABLE flights (id integer PRIMARY KEY, airline varchar(2) NOT NULL, flight_number varchar(4) NOT NULL, seats integer);
INSERT INTO flights VALUES (1, 'CY', '888', 180), (2, 'DL', '1234', NULL), (3, 'CY', '123', 90);
