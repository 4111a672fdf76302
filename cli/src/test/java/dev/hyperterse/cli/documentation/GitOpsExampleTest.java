package dev.hyperterse.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The repository of a platform team and its teams: what Argo CD would apply is there, and fits together. */
class GitOpsExampleTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "gitops");

    @Test
    void theServerServesTheToolsOfBothTeams() {
        var compilation = new Project(EXAMPLE, new ServerChoice(Optional.empty()), "test").compile();
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(((Compilation.Compiled) compilation)
                        .catalog().leaves().stream().map(Leaf::publicName))
                .containsExactlyInAnyOrder(
                        "team-orders.list-orders",
                        "team-orders.order-details",
                        "team-catalog.find-product",
                        "shop://assortment");
    }

    @Test
    void everyApplicationNamesAFolderThatIsThere() throws IOException {
        var paths = found("(?:path: |path: \")(?<it>(?:examples|charts)/[a-z/-]+)", "root.yaml", "apps");
        assertThat(paths).hasSize(6).allSatisfy(path -> assertThat(Path.of("..", path))
                .isDirectory());
    }

    /** Otherwise the server waits for a Secret that nothing creates. */
    @Test
    void everyKeyOfASecretThatTheServerNamesIsWritten() throws IOException {
        assertThat(found("secretKey: (?<it>[A-Z_]+)", "platform/secrets.yaml"))
                .isEqualTo(found("secretKeyRef: \\{name: [a-z-]+, key: (?<it>[A-Z_]+)}", "platform/server.yaml"))
                .isEqualTo(found("(?m)^(?<it>[A-Z_]+)=", ".env"));
        assertThat(found("target: \\{name: (?<it>[a-z-]+)}", "platform/secrets.yaml"))
                .isEqualTo(found("secretKeyRef: \\{name: (?<it>[a-z-]+),", "platform/server.yaml"));
    }

    private static TreeSet<String> found(String pattern, String... places) throws IOException {
        var found = new TreeSet<String>();
        for (var place : places) {
            for (var file : files(EXAMPLE.resolve(place))) {
                var matches = Pattern.compile(pattern).matcher(Files.readString(file));
                found.addAll(matches.results().map(match -> match.group("it")).collect(Collectors.toSet()));
            }
        }
        return found;
    }

    private static List<Path> files(Path place) throws IOException {
        try (var files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
