package dev.hyperterse.runtime.tool.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.statement.UnknownName.Near;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownNameTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
            POSTGRES | relation "custmers" does not exist                   | -         | custmers
            POSTGRES | relation "sales.custmers" does not exist             | sales     | custmers
            POSTGRES | relation "custmers" does not exist; Perhaps you meant | -        | custmers
            MYSQL    | Table 'shop.custmers' doesn't exist                  | shop      | custmers
            MYSQL    | Unknown column 'emial' in 'field list'               | -         | emial
            MYSQL    | Unknown column 'c.emial' in 'field list'             | c         | emial
            MYSQL    | Unknown column 'shop.c.emial' in 'SELECT'            | shop.c    | emial
            SQLITE   | no such table: custmers                              | -         | custmers
            SQLITE   | no such table: main.custmers                         | main      | custmers
            SQLITE   | no such column: emial                                | -         | emial
            SQLITE   | no such column: main.c.emial                         | main.c    | emial
            """)
    void unknownNameIsInTheMessageOfTheEngine(Dialect dialect, String words, String qualifier, String written) {
        assertThat(in(dialect, words)).hasValueSatisfying(name -> {
            assertThat(name.qualifier())
                    .isEqualTo(Optional.ofNullable(qualifier).orElse(""));
            assertThat(name.written()).isEqualTo(written);
            assertThat(name.names().dialect()).isEqualTo(dialect);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            POSTGRES | column "emial" does not exist
            POSTGRES | no such table: custmers
            MYSQL    | no such column: emial
            MYSQL    | FUNCTION shop.nothing does not exist
            SQLITE   | Unknown column 'emial' in 'field list'
            SQLITE   | no such function: nothing
            """)
    void otherMessagesHaveNone(Dialect dialect, String words) {
        assertThat(in(dialect, words)).isEmpty();
    }

    @Test
    void longNamesAreNotComparedWithOthers() {
        assertThat(in(Dialect.SQLITE, "no such column: " + "x".repeat(64))).isPresent();
        assertThat(in(Dialect.SQLITE, "no such column: " + "x".repeat(65))).isEmpty();
        assertThat(in(Dialect.SQLITE, "no such column: c." + "x".repeat(60_000)))
                .isEmpty();
        assertThat(in(Dialect.MYSQL, "Table 'shop.%s' doesn't exist".formatted("x".repeat(65))))
                .isEmpty();
    }

    @Test
    void nearestNameHasMostPairsOfLetters() {
        assertThat(near("custmers", "orders", "customers", "customs")).hasValue("customers");
        assertThat(near("CUSTMERS", "Customers")).hasValue("Customers");
    }

    @Test
    void nothingIsNearWithoutTwoFifthsOfThePairs() {
        assertThat(near("abcdef", "abcx")).as("two of five").hasValue("abcx");
        assertThat(near("abcdef", "abx")).as("one of five").isEmpty();
        assertThat(near("x", "x", "xy")).as("a name without pairs").isEmpty();
        assertThat(near("custmers")).as("no tables").isEmpty();
    }

    @Test
    void tiesGoToTheShortestThenTheFirst() {
        assertThat(near("book", "books_lent", "books", "bookz")).hasValue("books");
    }

    @Test
    void nameIsShownAsSqlHasToWriteIt() {
        var name = in(Dialect.POSTGRES, "relation \"customers\" does not exist").orElseThrow();
        assertThat(name.nearest(List.of(new Near("Customers", "shop.\"Customers\""))))
                .hasValue("shop.\"Customers\"");
        assertThat(name.nearest(
                        List.of(new Near("customers_old", "customers_old"), new Near("customers", "remote.customers"))))
                .as("a tie is of names")
                .hasValue("remote.customers");
    }

    @Test
    void tableOfAnotherDatabaseIsElsewhere() {
        var table = in(Dialect.MYSQL, "Table 'other.custmers' doesn't exist").orElseThrow();
        assertThat(table.isElsewhere("shop")).isTrue();
        assertThat(table.isElsewhere("Other")).isFalse();
        assertThat(table.isElsewhere("")).as("the engine says none").isFalse();
    }

    private static Optional<UnknownName> in(Dialect dialect, String words) {
        return UnknownName.in(new EngineMessage(words, "code"), dialect);
    }

    private static Optional<String> near(String written, String... names) {
        return in(Dialect.SQLITE, "no such table: " + written)
                .orElseThrow()
                .nearest(Stream.of(names).map(name -> new Near(name, name)).toList());
    }
}
