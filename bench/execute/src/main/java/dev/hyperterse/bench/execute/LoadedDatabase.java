package dev.hyperterse.bench.execute;

/** The database that all contenders ask, with the table of {@link Orders}. */
interface LoadedDatabase extends AutoCloseable {
    /** As the result names it. */
    String engine();

    /** As an adapter names it. */
    String url();

    /** For the bare handler. */
    String jdbcUrl();

    String username();

    String password();

    /** One tool {@code order_by_id} of MCP Toolbox. */
    String toolbox(Orders orders, int poolSize);

    @Override
    void close();
}
