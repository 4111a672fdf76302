package dev.hyperterse.cli.init.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small schema and all that is written for it, for each engine. {@code -Dgolden.update=true} writes what is made now. */
class GeneratedFilesGoldenTest {
    private static final Path ROOT =
            Path.of("src/test/resources/dev/hyperterse/cli/init/golden").toAbsolutePath();

    @ParameterizedTest
    @EnumSource
    void writesTheSameAsEver(SqlEngine engine) throws IOException {
        var servable = Servable.of(schema(engine));
        var made = new GeneratedFiles("shop", "shop", "engine: Any\n", true, servable.schema()).make();
        var actual = made.texts().entrySet().stream()
                        .map(file -> "==== %s\n%s".formatted(file.getKey(), file.getValue()))
                        .collect(Collectors.joining())
                + "==== left out\n"
                + servable.leftOut().stream().map(it -> it + "\n").collect(Collectors.joining());
        var expected = ROOT.resolve(engine.adapter() + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(ROOT);
            Files.writeString(expected, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(expected));
    }

    private static DatabaseSchema schema(SqlEngine engine) {
        return new DatabaseSchema(
                engine,
                List.of(
                        table(
                                "customers",
                                "People who buy \"things\": here,\nor elsewhere",
                                List.of(
                                        column("id", ColumnType.INTEGER, "integer"),
                                        column("First Name", ColumnType.TEXT, "text"),
                                        column("Last Name", ColumnType.TEXT, "text"),
                                        new Column(
                                                "tier",
                                                ColumnType.WORD,
                                                "tier",
                                                true,
                                                "what they pay",
                                                List.of("gold", "no")),
                                        column("photo", ColumnType.BINARY, "blob")),
                                List.of("id"),
                                List.of()),
                        table(
                                        "colours",
                                        "",
                                        List.of(
                                                column("code", ColumnType.TEXT, "text"),
                                                column("name", ColumnType.TEXT, "text")),
                                        List.of("code"),
                                        List.of())
                                .withNames(List.of("red", "on")),
                        table(
                                "orders",
                                "",
                                List.of(
                                        column("number", ColumnType.INTEGER, "integer"),
                                        column("select", ColumnType.INTEGER, "integer"),
                                        column("after", ColumnType.BOOLEAN, "boolean"),
                                        column("customer_id", ColumnType.INTEGER, "integer"),
                                        column("colour_code", ColumnType.TEXT, "text"),
                                        column("placed_at", ColumnType.TIMESTAMP, "timestamp"),
                                        column("{{x}}", ColumnType.TEXT, "text")),
                                List.of("number"),
                                List.of(
                                        reference("customer_id", "customers", "id"),
                                        reference("colour_code", "colours", "code"))),
                        table(
                                "order_customer",
                                "",
                                List.of(
                                        column("order_no", ColumnType.INTEGER, "integer"),
                                        column("customer_id", ColumnType.INTEGER, "integer")),
                                List.of("order_no", "customer_id"),
                                List.of(
                                        reference("order_no", "orders", "number"),
                                        reference("customer_id", "customers", "id"))),
                        table("log", "", List.of(column("line", ColumnType.TEXT, "text")), List.of(), List.of())));
    }

    private static Column column(String name, ColumnType type, String declared) {
        return new Column(name, type, declared, false, "", List.of());
    }

    private static ForeignKey reference(String column, String table, String target) {
        return new ForeignKey(List.of(column), new TableName("", table), List.of(target));
    }

    private static Table table(
            String name, String comment, List<Column> columns, List<String> key, List<ForeignKey> references) {
        return new Table(new TableName("", name), false, comment, -1, columns, key, references, List.of(), List.of());
    }
}
