package dev.hyperterse.cli.slips;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of mistakes has every slip of these tests, and a grade: 5 has place, cause and cure, and each of them that is
 * missing costs one. The tests that make the slips find each cell in the answer. {@code -Dgolden.update=true} rewrites
 * the page.
 */
class SlipTableTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "mistakes.md");
    /** As many as a reviewer made, of which the answers had a mean of 3.0. */
    private static final int REVIEWED = 154;

    private static final int BEST = 5;

    /** @param where the place that the answer names, empty for none */
    private record Row(String mistake, String where, String cause, String cure) {
        int grade() {
            return BEST
                    - (int) Stream.of(where, cause, cure)
                            .filter(String::isEmpty)
                            .count();
        }

        @Override
        public String toString() {
            return Stream.of(mistake, where, cause, cure, "" + grade())
                    .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
                    .collect(Collectors.joining(" | ", "| ", " |"));
        }
    }

    @Test
    void everySlipIsAnsweredWithPlaceCauseAndCure() throws IOException {
        var manifests = manifests();
        var commands = commands();
        var grades = Stream.concat(manifests.stream(), commands.stream())
                .mapToInt(Row::grade)
                .summaryStatistics();
        assertThat(grades.getCount()).isGreaterThanOrEqualTo(REVIEWED);
        assertThat(grades.getMin()).isGreaterThanOrEqualTo(3);
        assertThat(grades.getAverage()).isGreaterThanOrEqualTo(4.5);
        var page = """
                # Mistakes and their answers

                A part of what the command line says to each mistake that its tests make: %d, with a grade for place, cause and cure (5 has all three), on average %.1f.

                ## In files

                | mistake | place | cause | cure | grade |
                |---|---|---|---|---|
                %s

                ## On the command line

                | mistake | place | cause | cure | grade |
                |---|---|---|---|---|
                %s
                """.formatted(grades.getCount(), grades.getAverage(), lines(manifests), lines(commands));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static String lines(List<Row> rows) {
        return rows.stream().map(Row::toString).collect(Collectors.joining("\n"));
    }

    private static List<Row> manifests() {
        return Stream.of(
                        ToolSlipsTest.actions(),
                        ToolSlipsTest.inputs(),
                        ToolSlipsTest.others(),
                        ServerSlipsTest.adapters(),
                        ServerSlipsTest.servers(),
                        ServerSlipsTest.promptsAndResources(),
                        TextSlipsTest.inline(),
                        TextSlipsTest.inConfigMaps(),
                        SilentSlipsTest.silent(),
                        EnvironmentSlipsTest.warnings())
                .flatMap(slips -> slips)
                .map(slip ->
                        new Row(code(slip.mistake()), code(slip.place()), escaped(slip.cause()), escaped(slip.cure())))
                .toList();
    }

    private static List<Row> commands() {
        var rows = new ArrayList<Row>();
        Stream.of(CommandSlipsTest.CALLS, CommandSlipsTest.COMMANDS)
                .flatMap(String::lines)
                .map(SlipTableTest::cells)
                .forEach(cells -> rows.add(row("hyperterse " + cells.getFirst(), cells)));
        CommandSlipsTest.ADDRESSES
                .lines()
                .map(SlipTableTest::cells)
                .forEach(cells -> rows.add(row("hyperterse init DIR --database " + cells.getFirst(), cells)));
        return rows;
    }

    private static Row row(String line, List<String> cells) {
        return new Row(code(line), code(cells.get(2)), escaped(cells.get(3)), escaped(cells.get(4)));
    }

    private static List<String> cells(String line) {
        return Stream.of(line.split("¦"))
                .map(cell -> cell.strip().replace("`", ""))
                .toList();
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private static String escaped(String text) {
        return text.replace("{{", "`{{`").replace("<", "&lt;");
    }
}
