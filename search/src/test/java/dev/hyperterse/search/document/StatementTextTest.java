package dev.hyperterse.search.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.bench.GeneratedCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTextTest {
    /** What statements are made of, and what is nearly that. */
    private static final List<String> PIECES = List.of(("SELECT|from|WHERE|and|as|_as|as1|set|is null|coalesce("
                    + "|Order|orders|by|ORDER BY|order\n\tby|order by(|group|GROUP  BY|group_by|desc|DESC LIMIT"
                    + "|desc\nlimit|description|asc|ASC|class|limit|LIMIT 20|count(|COUNT (|counts(|account(|sum"
                    + "|Sum (|avg(|max(|MIN (|minimum|distinct|DISTINCT|not|notin|not in|NOT\nIN|except|EXCEPT"
                    + "|intersect|UNION|union all|reunion|like|ILIKE|unlike|!=|<>|<|<=|>|>=|<=>|{{ inputs.customer }}"
                    + "|{{|}}|{|(|)|()|,|.|;|'it''s'|-- which orders\n|/* best */|$1|\\|1000|x|customer_id|t.total"
                    + "|é|cafe\u0301|as\u0301|in\u20dd|ＦＲＯＭ|\u017fet|İn|\u212a|注文|😀")
            .split("\\|"));

    private static final Pattern GRAMMAR =
            Pattern.compile("\\b(?:" + String.join("|", StatementText.GRAMMAR) + ")\\b", Pattern.CASE_INSENSITIVE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT id FROM orders WHERE customer = {{ inputs.customer }}| id orders customer =",
                "select count(*) from orders| how many number count *) orders",
                "SELECT a FROM t GROUP BY a| a t each per a",
                "SELECT a FROM t ORDER BY a DESC LIMIT 5| a t sorted ordered a most highest largest top 5",
                "SELECT a FROM t ORDER BY a LIMIT 5| a t sorted ordered a least lowest smallest 5",
                "SELECT a FROM t ORDER BY lower(a) DESC LIMIT 5| a t sorted ordered lower(a) descending 5",
                "SELECT a FROM t WHERE b NOT IN (1) AND c >= 2| a t b not without (1) c more than above over after greater least 2",
                "SELECT a FROM t WHERE b ILIKE 'x'| a t b contain start end 'x'",
                "SELECT description FROM t| description t"
            })
    void wordsOfAStatementAreSearchable(String statement, String words) {
        assertThat(new StatementText().words(statement).strip().split("\\s+")).isEqualTo(words.split(" "));
    }

    @Test
    void wordsEqualThoseOfEachExpressionAppliedInTurn() {
        for (var statement : statements()) {
            assertThat(new StatementText().words(statement)).as(statement).isEqualTo(inTurn(statement));
        }
    }

    private static String inTurn(String statement) {
        var words = statement;
        for (var reading : StatementText.READINGS) {
            words = reading.in(words);
        }
        return GRAMMAR.matcher(words).replaceAll(" ");
    }

    private static List<String> statements() {
        var random = new Random(7);
        var statements = new ArrayList<String>();
        while (statements.size() < 20_000) {
            statements.add(random.ints(1 + random.nextInt(12), 0, PIECES.size())
                    .mapToObj(PIECES::get)
                    .collect(Collectors.joining(random.nextInt(4) == 0 ? "" : " ")));
        }
        GeneratedCatalog.of(500, 7).forEach(tool -> tool.statement().ifPresent(statements::add));
        return statements;
    }
}
