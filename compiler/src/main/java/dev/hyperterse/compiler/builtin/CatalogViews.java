package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.List;

/** The catalog of one engine, as statements that show a role what it has rights to. */
interface CatalogViews {
    /** The name that users know. */
    String engine();

    /** Whether its plans say what a statement costs. */
    boolean estimatesCosts();

    /** {@code own}, with what else the statements take. */
    List<ToolInput> inputs(ToolInput own);

    String tables();

    String columns();

    String search();

    /** The inputs that name one table. */
    List<ToolInput> table();

    /** The values of a column, the most frequent ones first. */
    List<Segment> values();

    static CatalogViews of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> new PostgresCatalog();
            case MYSQL -> new MysqlCatalog();
            case SQLITE -> new SqliteCatalog();
        };
    }
}
