package dev.hyperterse.cli.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written means what the configuration meant; what cannot is left out, and said. */
class ImportedMeaningTest {
    private static final String OPEN =
            "  open: {kind: sqlite-sql, source: lite, description: Open., statement: SELECT 2}\n";

    @TempDir
    private Path folder;

    private ImportedDirectory shop;

    @BeforeEach
    void choose() {
        shop = new ImportedDirectory(folder.resolve("shop"));
    }

    @Test
    void backslashDoesNotEndAStringOfMysql() throws IOException {
        shop.written(query("SELECT 'it\\'s :name' AS a, \"\\\":name\" AS b, :id AS c"), "--database", "mysql://a/shop");
        assertThat(shop.file("tools.yaml"))
                .contains("'it\\'s :name'", "\\\":name", "{{ inputs.id }}")
                .doesNotContain("inputs.name");
    }

    @Test
    void sliceOfPostgresIsNoParameter() throws IOException {
        query("SELECT tags[:n], tags[1 :n] FROM a WHERE b = :b");
        Files.writeString(folder.resolve("queries/list.sql"), "SELECT ARRAY[:one, :two] -- list\n");
        assertThat(shop.written(folder.resolve("queries"), "--database", "postgresql://a/shop"))
                .contains("one.sql:1:1: error: query one is left out", "end of a slice");
        assertThat(shop.file("tools.yaml"))
                .contains("ARRAY[{{ inputs.one }}, {{ inputs.two }}]")
                .doesNotContain("inputs.n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: sqlite-sql, source: lite, description: 'Of ${SHOP}', statement: SELECT 1",
                "kind: sqlite-sql, source: lite, description: A, statement: 'SELECT ?', parameters: [{name: a, type: string, description: A, default: '${SHOP}'}]",
                "kind: mongodb-find, source: docs, description: A, database: '${SHOP}', collection: a, filterPayload: '{}'"
            })
    void variableWithoutAPlaceIsLeftOut(String tool) throws IOException {
        assertThat(shop.written(toolbox("  one: {%s}\n".formatted(tool))))
                .contains("tools.yaml:", "tool one is left out", "${SHOP}", "left out 1");
    }

    @Test
    void passwordWithAVariableInItIsNotWrittenAsItIs() throws IOException {
        var said =
                shop.written(toolbox("  one: {kind: postgres-sql, source: db, description: A, statement: SELECT 1}\n"));
        assertThat(said).contains("password of source db", "DB_PASSWORD");
        assertThat(shop.file(".env")).contains("DB_PASSWORD=\"replace-this\"").doesNotContain("${");
    }

    @Test
    void variablePortKeepsItsAdapter() throws IOException {
        var file = Files.writeString(folder.resolve("dbhub.toml"), """
                [[sources]]
                id = "shop"
                dsn = "postgres://me:${SECRET}@${HOST}:${PORT}/shop?application_name=a"
                """);
        shop.written(file);
        assertThat(shop.file("server.yaml"))
                .contains("{{ env.HOST }}:{{ env.PORT }}/shop")
                .doesNotContain("zzvariable");
    }

    @Test
    void parametersOfAnAddressWithAVariableAreFields() throws IOException {
        shop.written(toolbox("  one: {kind: postgres-sql, source: named, description: A, statement: SELECT 1}\n"));
        assertThat(shop.file("server.yaml"))
                .contains("//{{ env.HOST }}:{{ env.PORT }}/shop", "targetServerType: Primary")
                .doesNotContain("target_session_attrs");
    }

    @Test
    void pastedListIsSaid() throws IOException {
        assertThat(shop.written(
                        project("  ids: {type: string}", "statement: 'SELECT 1 WHERE 1 IN ({{ inputs.ids }})'")))
                .contains("config.terse", "ids is one value");
    }

    @Test
    void upperCaseOfPostgresIsNotQuoted() throws IOException {
        var tool = "  one: {kind: postgres-sql, source: db, description: A, statement: 'SELECT 1 ORDER BY {{.by}}',"
                + " templateParameters: [{name: by, type: string, description: B, allowedValues: [Name, id]}]}\n";
        assertThat(shop.written(toolbox(tool))).contains("tool one is left out", "lower case");
    }

    @Test
    void listOfColumnsIsChosenFromItsAllowedValues() throws IOException {
        var tools = listed("one", "{{array .columns}}") + listed("two", "{{.columns}}");
        assertThat(shop.written(toolbox(tools)))
                .contains("tool two is left out", "pastes")
                .doesNotContain("tool one");
        assertThat(shop.file("tools.yaml")).contains("SELECT {{ inputs.columns | identifiers }} FROM a");
    }

    private static String listed(String name, String action) {
        return ("  %s: {kind: postgres-sql, source: db, description: A, statement: 'SELECT %s FROM a',"
                        + " templateParameters: [{name: columns, type: array, description: B,"
                        + " items: {name: c, type: string, description: C, allowedValues: [name, id]}}]}\n")
                .formatted(name, action);
    }

    @Test
    void keyOfOnePolicyDoesNotOpenTheToolsOfAnother() throws IOException {
        var project = project("  a: {type: string}", "statement: 'SELECT {{ inputs.a }}'");
        for (var name : new String[] {"first", "second"}) {
            definition(project.resolve("app/tools/" + name), """
                    description: A tool.
                    use: main
                    statement: SELECT 1
                    auth: {plugin: api_key, policy: {value: %s}}
                    """.formatted(name));
        }
        assertThat(shop.written(project)).contains("another key", "wrote 2 tools, left out 1");
    }

    @Test
    void limitsAndNumbersOfToolboxAreCarriedOver() throws IOException {
        var tool = "  one: {kind: postgres-sql, source: db, description: A, statement: 'SELECT $1',"
                + " parameters: [{name: a, type: number, description: A}]}\n";
        var file = toolbox(tool);
        Files.writeString(
                file, Files.readString(file).replace("user: me, password", "queryTimeout: 30s, user: me, password"));
        assertThat(shop.written(file)).contains("left out 0").doesNotContain("queryTimeout");
        assertThat(shop.file("server.yaml")).contains("statementTimeout: 30s");
        assertThat(shop.file("tools.yaml")).contains("type: float");
    }

    @Test
    void unknownFieldsOfToolboxAreSaid() throws IOException {
        var file = toolbox(
                "  one:\n    kind: sqlite-sql\n    source: lite\n    description: A\n    statement: SELECT 1\n    novel: 1\n");
        Files.writeString(file, Files.readString(file).replace("database: shop.db", "database: shop.db, fresh: 1"));
        assertThat(shop.written(file))
                .contains("tool one: nothing here has novel", "source lite: no field of an adapter has fresh")
                .containsPattern("tools\\.yaml:[0-9]+:12: warning: tool one");
    }

    @ParameterizedTest
    @CsvSource({"--check,a.json", "--output,a.json", "--header,A: b"})
    void optionsOfAUrlAreRefusedWithAFile(String option, String value) throws IOException {
        assertThat(shop.imported(toolbox(""), option, value)).isEqualTo(2);
        assertThat(shop.said()).contains(option);
        assertThat(shop.path()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--strict", "--database=a", "directory"})
    void optionsOfAFileAreRefusedWithAUrl(String option) {
        assertThat(shop.run("import", "http://localhost:1/mcp", option)).isEqualTo(2);
        assertThat(shop.said()).contains(option.replaceAll("=.*|directory", ""));
    }

    @Test
    void folderBehindALinkIsRead() throws IOException {
        query("SELECT 1");
        var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("queries"));
        assertThat(shop.written(link, "--database", "postgresql://a/shop")).contains("wrote 1 tool");
    }

    @Test
    void scriptsOfWhatIsLeftOutAreNotWritten() throws IOException {
        var project = project("  a: {type: string}", "statement: 'SELECT {{ inputs.a }}'");
        definition(
                project.resolve("app/tools/broken"),
                "description: A tool.\nhandler: work.ts\ninputs: {a: {type: odd}}\n");
        Files.writeString(project.resolve("app/tools/broken/work.ts"), "export default () => 1");
        assertThat(shop.written(project)).contains("tool broken is left out");
        assertThat(shop.path().resolve("scripts")).doesNotExist();
        assertThat(shop.file("kustomization.yaml")).doesNotContain("scripts/");
    }

    @Test
    void charsetOfDbhubIsSaid() throws IOException {
        var file = Files.writeString(folder.resolve("dbhub.toml"), """
                [[sources]]
                id = "shop"
                dsn = "mysql://me:secret@localhost/shop"
                charset = "latin1"
                """);
        assertThat(shop.written(file)).contains("no field of an adapter has charset");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "..", "'a\\0b'"})
    void pathThatIsNoFileIsLeftOut(String path) throws IOException {
        var file = toolbox("  one: {kind: sqlite-sql, source: odd, description: A, statement: SELECT 1}\n");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "sources:\n",
                                "sources:\n  odd: {kind: sqlite, database: %s}\n".formatted(path.replace('\'', '"'))));
        assertThat(shop.written(file)).contains("source odd is left out", "tool one is left out");
    }

    @Test
    void mistakeOfTheServerHasItsLine() throws IOException {
        var file = toolbox("authServices: {login: {kind: generic, authorizationServer: nowhere, audience: a}}\n");
        assertThat(shop.imported(file)).isZero();
        assertThat(shop.said())
                .containsPattern("server\\.yaml:([2-9]|[0-9]{2,}):[0-9]+: error: a setting of the server");
    }

    private Path query(String text) throws IOException {
        var queries = Files.createDirectories(folder.resolve("queries"));
        Files.writeString(queries.resolve("one.sql"), "-- One.\n" + text + "\n");
        return queries;
    }

    /** @param tools beside one that is always written */
    private Path toolbox(String tools) throws IOException {
        return Files.writeString(folder.resolve("tools.yaml"), """
                sources:
                  lite: {kind: sqlite, database: shop.db}
                  docs: {kind: mongodb, uri: "mongodb://localhost:27017"}
                  db: {kind: postgres, host: localhost, port: 5432, database: shop, user: me, password: "${A}-${B}"}
                  named: {kind: postgres, host: "${HOST}", port: "${PORT}", database: shop, user: me, password: "${A}", queryParams: {target_session_attrs: read-write}}
                tools:
                """ + OPEN + tools);
    }

    private Path project(String inputs, String more) throws IOException {
        var project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve(".hyperterse"), "name: shop\n");
        Files.writeString(
                Files.createDirectories(project.resolve("app/adapters")).resolve("main.terse"),
                "connector: sqlite\nconnection_string: shop.db\n");
        definition(
                project.resolve("app/tools/one"),
                "description: A tool.\nuse: main\ninputs:\n%s\n%s\n".formatted(inputs, more));
        return project;
    }

    private static void definition(Path tool, String text) throws IOException {
        Files.writeString(Files.createDirectories(tool).resolve("config.terse"), text);
    }
}
