package dev.hyperterse.bench.execute;

/**
 * The table, and the statement that all contenders run: orders from one on.
 *
 * @param rows how many orders it returns
 */
record Orders(int rows) {
    /** How many orders can be asked for; the table has enough behind the last of them. */
    static final int COUNT = 10_000;

    private static final int MOST_ROWS = 10_000;

    /** How many the table has. */
    static final int STORED = COUNT + MOST_ROWS;

    private static final String COLUMNS = "SELECT id, customer_id, status, total, created_at FROM orders WHERE id ";

    Orders {
        if (rows < 1 || rows > MOST_ROWS) {
            throw new IllegalArgumentException("--rows is a number from 1 to " + MOST_ROWS);
        }
    }

    static Orders of(String rows) {
        return new Orders(Integer.parseInt(rows));
    }

    /** The statement before the number of the order. */
    String before() {
        return COLUMNS + (rows == 1 ? "= " : ">= ");
    }

    /** The statement behind it. */
    String after() {
        return rows == 1 ? "" : " ORDER BY id LIMIT " + rows;
    }

    /** The answer's last order, where the first is that one. */
    int last(int first) {
        return first + rows - 1;
    }
}
