package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;

/** An engine with the tables of the examples, reached by the product and, to look at it, without. */
interface EngineUnderTest extends AutoCloseable {
    Dialect dialect();

    /** An adapter with {@code access: ReadWrite}. */
    StatementRunner writing();

    /** An adapter with {@code access: ReadOnly}. */
    StatementRunner reading();

    /** A writing adapter with connections of its own. */
    StatementRunner another();

    /** Fixture SQL, past the product. */
    void execute(String sql);

    /** One row in item, as the examples expect it. */
    void restoreItems();

    /** Everything the canary tables hold and the names of all tables, as text. */
    String fingerprint();

    /** One row for each name, ids from 1. */
    void fillCorpus(List<String> names);

    @Override
    void close();
}
