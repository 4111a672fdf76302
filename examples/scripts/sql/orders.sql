CREATE TABLE lines (order_id INTEGER NOT NULL, customer INTEGER NOT NULL, product TEXT NOT NULL, pieces INTEGER NOT NULL);
INSERT INTO lines VALUES (1, 7, 'lamp', 2), (1, 7, 'desk', 1), (2, 7, 'lamp', 5), (3, 8, 'chair', 1);
