package dev.hyperterse.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which tables get tools. */
class TableChoiceTest {
    private static final DatabaseSchema SCHEMA = schema(
            table("public", "orders", "customers"),
            table("public", "customers"),
            table("sales", "Orders"),
            table("sales", "a.*b"));

    @Test
    void patternsAreNamesOrHaveAsterisks() {
        assertThat(names(TableChoice.ofPatterns(SCHEMA, List.of("order*"))))
                .containsExactly("public.orders", "sales.Orders");
        assertThat(names(TableChoice.ofPatterns(SCHEMA, List.of("SALES.orders"))))
                .containsExactly("sales.Orders");
        assertThat(names(TableChoice.ofPatterns(SCHEMA, List.of("a.*b")))).containsExactly("sales.a.*b");
        assertThat(names(TableChoice.ofPatterns(SCHEMA, List.of("*")))).hasSize(4);
        assertThat(TableChoice.ofPatterns(SCHEMA, List.of("orders", "custmers", ""))
                        .unmatched())
                .containsExactly("custmers", "");
    }

    @Test
    void aReferenceToATableThatIsNotChosenIsNone() {
        assertThat(TableChoice.ofPatterns(SCHEMA, List.of("public.orders"))
                        .schema()
                        .tables())
                .singleElement()
                .satisfies(orders -> assertThat(orders.foreignKeys()).isEmpty());
        assertThat(TableChoice.ofSchemas(SCHEMA, List.of("public"))
                        .schema()
                        .tables()
                        .getLast()
                        .foreignKeys())
                .hasSize(1);
    }

    @Test
    void schemasAreNamedExactly() {
        assertThat(names(TableChoice.ofSchemas(SCHEMA, List.of("sales")))).hasSize(2);
        assertThat(TableChoice.ofSchemas(SCHEMA, List.of("Sales")).unmatched()).containsExactly("Sales");
        assertThat(names(TableChoice.ofSchemas(SCHEMA, List.of()))).hasSize(4);
    }

    @Test
    void ofVeryManyTablesThoseWithReferencesAreTaken() {
        var many = schema(Stream.concat(
                        IntStream.range(0, 50).mapToObj(number -> table("", "lonely" + number)),
                        Stream.of(table("", "child", "parent"), table("", "parent")))
                .toArray(Table[]::new));
        var choice = TableChoice.bounded(many);
        assertThat(choice.left()).isEqualTo(12);
        assertThat(names(choice)).hasSize(40).contains("child", "parent");
        assertThat(TableChoice.bounded(SCHEMA).left()).isZero();
    }

    private static DatabaseSchema schema(Table... tables) {
        return new DatabaseSchema(SqlEngine.POSTGRES, List.of(tables));
    }

    private static Table table(String schema, String name, String... parents) {
        return new Table(
                new TableName(schema, name),
                false,
                "",
                -1,
                List.of(new Column("id", ColumnType.INTEGER, "integer", false, "", List.of())),
                List.of("id"),
                Stream.of(parents)
                        .map(parent -> new ForeignKey(List.of("id"), new TableName(schema, parent), List.of("id")))
                        .toList(),
                List.of(),
                List.of());
    }

    private static List<String> names(TableChoice choice) {
        return choice.schema().tables().stream()
                .map(table -> table.name().toString())
                .toList();
    }
}
