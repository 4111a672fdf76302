-- name: list_open_orders :many
-- description: Orders that are open
-- input: customer text? Part of the name
-- input: most int Most rows
SELECT id, total::numeric FROM orders
WHERE (:customer IS NULL OR customer = :customer) AND made > '2024-01-01 10:00:00'::timestamp
LIMIT :most;

-- name: GetOrder :one
SELECT * FROM orders WHERE id = $1::int AND tags[1:2] = '{a}' AND x = sqlc.narg('why') AND id IN (sqlc.slice(ids));

-- name: cancel-order :exec
-- Cancels an order.
UPDATE orders SET state = 'cancelled' WHERE id = @id::bigint
