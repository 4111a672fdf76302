package dev.hyperterse.cli.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations of other products become directories that {@code validate} finds nothing wrong with. */
class DirectoryImportTest {
    @TempDir
    private Path folder;

    private ImportedDirectory shop;

    @BeforeEach
    void choose() {
        shop = new ImportedDirectory(folder.resolve("shop"));
    }

    @Test
    void fileOfToolboxBecomesTools() {
        var said = shop.written(ImportedDirectory.source("tools.yaml"));
        assertThat(said)
                .contains(
                        "tools.yaml:19:10: error: source graph is left out: no adapter has an engine for 'neo4j'",
                        "tool free is left out: parameter tableName is pasted into its SQL, and may be any text",
                        "tool put_many is left out: no input is a list of documents",
                        "warning: tool any_sql runs SQL that reads, and none that writes",
                        "write the URL of the database as DOCS_URL into .env",
                        "wrote 13 tools, left out 4");
        assertThat(shop.file("tools.yaml"))
                .contains(
                        "WHERE customer = {{ inputs.customer }} AND note <> '$1' AND state = ANY({{ inputs.states }})",
                        "name: most_rows",
                        "minimum: 0",
                        "adapter: shop-db-writes",
                        "ORDER BY {{ inputs.column | identifier }} {{ inputs.direction | keyword }}",
                        "claim: sub",
                        "SADD userNames {{ inputs.names | spread }}",
                        "\"filter\": { \"address.city\": \"{{ inputs.city }}\" }",
                        "tool: ListTables",
                        "name: find_orders");
        assertThat(shop.file("server.yaml"))
                .contains(
                        "value: '{{ env.SHOP_USER }}'",
                        "access: ReadWrite",
                        "allowSql: Allowed",
                        "- login\n",
                        "- find_orders\n");
        assertThat(shop.file("prompts.yaml")).contains("inline: Review {{ code }}");
    }

    @Test
    void documentsOfToolboxBecomeTools() {
        assertThat(shop.written(ImportedDirectory.source("documents.yaml"))).contains("wrote 3 tools, left out 0");
        assertThat(shop.file("server.yaml"))
                .contains("url: postgresql://{{ env.SHOP_HOST }}:{{ env.SHOP_PORT }}/shop", "- name: orders\n");
        assertThat(shop.file(".env")).contains("SHOP_HOST=\"localhost\"", "SHOP_PORT=\"5432\"", "SHOP_PASSWORD=");
    }

    @Test
    void fileOfDbhubBecomesTools() {
        assertThat(shop.written(ImportedDirectory.source("dbhub.toml")))
                .contains(
                        "dbhub.toml:20:1: error: source mssql is left out",
                        "dbhub.toml:2:1: warning: source production: no field of an adapter has ssh_host",
                        "tool health_check is left out",
                        "wrote 6 tools, left out 2");
        assertThat(shop.file("tools.yaml"))
                .contains(
                        "name: execute_sql_production",
                        "maxRows: 500",
                        "tool: SearchObjects",
                        "- paid",
                        "optional: true");
        assertThat(shop.file("server.yaml"))
                .contains(
                        "sslmode=require",
                        "statementTimeout: 30s",
                        "currentSchema: sales,public",
                        "{{ env.STAGING_HOST }}:3306");
    }

    @Test
    void passwordsAreInNoManifest() throws IOException {
        shop.written(ImportedDirectory.source("dbhub.toml"));
        assertThat(shop.file("server.yaml")).doesNotContain("p@ss:word").contains("key: STAGING_PASSWORD");
        assertThat(shop.file(".env")).contains("STAGING_PASSWORD=\"p@ss:word\"");
        assertThat(shop.file(".gitignore")).isEqualTo(".env\n");
        assertThat(Files.getPosixFilePermissions(shop.path().resolve(".env")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void filesOfSqlBecomeTools() {
        var said = shop.written(
                ImportedDirectory.source("queries"), "--database", "postgresql://reader:secret@localhost/shop");
        assertThat(said).contains("copy.sql:1:1: error: tool copy is left out", "wrote 4 tools, left out 1");
        assertThat(shop.file("tools.yaml"))
                .contains(
                        "name: list_open_orders",
                        "description: Orders that are open",
                        "made > '2024-01-01 10:00:00'::timestamp",
                        "LIMIT {{ inputs.most }}",
                        "{{ inputs.arg1 }}::int AND tags[1:2] = '{a}'",
                        "IN ({{ inputs.ids }})",
                        "shape: Row",
                        "description: Cancels an order.",
                        "adapter: database-writes");
    }

    @Test
    void projectOfTheOriginalBecomesTools() {
        var said = shop.written(ImportedDirectory.source("project"));
        assertThat(said)
                .contains(
                        "agent helper is left out",
                        "tool agg is left out",
                        "its plugin 'my_jwt' has no counterpart",
                        "list the URLs in spec.scripts.fetch",
                        "wrote 5 tools, left out 3");
        assertThat(shop.file("tools.yaml"))
                .contains(
                        "{{ env.SCHEMA | identifier }}.orders",
                        "key: handler.ts",
                        "key: run-of-work.ts",
                        "plugin: api-key");
        assertThat(shop.file("scripts/greet/hello.ts")).contains("Hello");
        assertThat(shop.file("kustomization.yaml"))
                .contains("- scripts/get-order/map.ts")
                .endsWith("resources:\n  - server.yaml\n  - tools.yaml\n  - prompts.yaml\n  - resources.yaml\n");
        assertThat(shop.file("resources.yaml")).contains("uriTemplate: faq://{id}", "text: Question {{ id }}");
    }

    @Test
    void nothingIsWrittenOverWhatIsThere() throws IOException {
        Files.writeString(Files.createDirectories(shop.path()).resolve("server.yaml"), "mine");
        assertThat(shop.imported(ImportedDirectory.source("tools.yaml"))).isEqualTo(3);
        assertThat(shop.said()).contains("is not empty; nothing was written");
        assertThat(shop.file("server.yaml")).isEqualTo("mine");
    }

    @Test
    void strictImportFailsWhereSomethingIsLeftOut() {
        assertThat(shop.imported(ImportedDirectory.source("dbhub.toml"), "--strict"))
                .isEqualTo(1);
        assertThat(shop.file("tools.yaml")).contains("find_orders");
    }

    @Test
    void fileWithoutToolsWritesNothing() throws IOException {
        var file = Files.writeString(folder.resolve("tools.yaml"), "sources: {}\n");
        assertThat(shop.imported(file)).isEqualTo(1);
        assertThat(shop.said()).contains("no tool could be made of");
        assertThat(shop.path()).doesNotExist();
    }

    /** Otherwise a tool that needed a login would be open. */
    @ParameterizedTest
    @ValueSource(strings = {"login", "[1]", "[login, {a: b}]", "{login: true}"})
    void toolWhoseServicesCannotBeReadIsLeftOut(String services) throws IOException {
        var file = Files.writeString(folder.resolve("tools.yaml"), """
                sources: {db: {kind: sqlite, database: shop.db}}
                authServices: {login: {kind: google, clientId: shop}}
                tools:
                  guarded: {kind: sqlite-sql, source: db, description: Guarded., statement: SELECT 1, authRequired: %s}
                  open: {kind: sqlite-sql, source: db, description: Open., statement: SELECT 2, authRequired: []}
                """.formatted(services));
        assertThat(shop.imported(file)).isZero();
        assertThat(shop.said()).contains("tool guarded is left out: authRequired is no list of names");
        assertThat(shop.file("tools.yaml")).contains("name: open").doesNotContain("guarded");
    }

    @Test
    void filesOutsideOfAProjectAreNotCopied() throws IOException {
        Files.writeString(folder.resolve("secret.ts"), "export default () => 'secret'");
        var project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve(".hyperterse"), """
                name: shop
                resources:
                  - {uri: "file://secret", name: secret, file: ../secret.ts}
                """);
        var tools = project.resolve("app/tools");
        tool(tools.resolve("named"), "handler: ../../../../secret.ts");
        tool(tools.resolve("importing"), "handler: handler.ts");
        Files.writeString(
                tools.resolve("importing/handler.ts"), "import '../../../../secret.ts'; export default () => 1");
        tool(tools.resolve("linked"), "handler: handler.ts");
        Files.createSymbolicLink(tools.resolve("linked/handler.ts"), folder.resolve("secret.ts"));
        tool(tools.resolve("plain"), "handler: handler.ts");
        Files.writeString(tools.resolve("plain/handler.ts"), "export default () => 1");

        assertThat(shop.imported(project)).isZero();
        assertThat(shop.said()).contains("lies outside of the project").contains("wrote 1 tool, left out 4");
    }

    /** The project's author would write anywhere that its importer may. */
    @Test
    void nameOfAnExportIsNoPath() throws IOException {
        var project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve(".hyperterse"), "name: shop\n");
        var tools = project.resolve("app/tools");
        for (var name : List.of("evil", "good")) {
            tool(tools.resolve(name), "handler: ./work.ts" + (name.equals("evil") ? "#../../../../evil" : ""));
            Files.writeString(tools.resolve(name + "/work.ts"), "export default () => 1");
        }
        assertThat(shop.imported(project)).isZero();
        assertThat(shop.said()).contains("'../../../../evil' is not the name of an export");
        try (var files = Files.walk(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("evil-of"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"api_key", "{plugin: [api_key]}", "{plugin: 7}", "{plugins: api_key}", "[api_key]"})
    void toolWhoseAuthCannotBeReadIsLeftOut(String auth) throws IOException {
        var project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve(".hyperterse"), "name: shop\n");
        tool(project.resolve("app/tools/guarded"), "handler: work.ts\nauth: " + auth);
        tool(project.resolve("app/tools/open"), "handler: work.ts\nauth: {plugin: allow_all}");
        Files.writeString(project.resolve("app/tools/guarded/work.ts"), "export default () => 1");
        Files.writeString(project.resolve("app/tools/open/work.ts"), "export default () => 1");
        assertThat(shop.imported(project)).isZero();
        assertThat(shop.said()).contains("its auth is not of plugin and policy").contains("wrote 1 tool, left out 1");
    }

    @Test
    void serverThatRequiresATokenIsNotOpened() throws IOException {
        assertThat(shop.imported(
                        toolbox("mcpEnabled: true, authorizationServer: https://login.example.com, audience: a", "")))
                .as(shop.said())
                .isZero();
        assertThat(shop.file("server.yaml")).contains("mode: Required").doesNotContain("allow_all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcpEnabled: true, audience: a",
                "mcpEnabled: true, authorizationServer: https://login.example.com, audience: a, scopesRequired: [read]"
            })
    void serverWhoseLoginCannotBeCarriedOverIsNotImported(String service) throws IOException {
        assertThat(shop.imported(toolbox(service, ""))).isNotZero();
        assertThat(shop.path()).doesNotExist();
    }

    /** Tokens of two services may have one value for different callers. */
    @Test
    void claimIsReadFromTokensOfItsServiceOnly() throws IOException {
        var service = "authorizationServer: https://login.example.com, audience: a";
        assertThat(shop.imported(toolbox(
                        service,
                        ", parameters: [{name: owner, type: string, authServices: [{name: staff, field: sub}]}]")))
                .as(shop.said())
                .isZero();
        assertThat(shop.file("tools.yaml")).contains("claim: sub", "plugin: staff");
    }

    private Path toolbox(String service, String more) throws IOException {
        return Files.writeString(folder.resolve("tools.yaml"), """
                sources: {db: {kind: sqlite, database: shop.db}}
                authServices: {staff: {kind: generic, %s}}
                tools:
                  one: {kind: sqlite-sql, source: db, description: One order., statement: SELECT 1%s}
                """.formatted(service, more));
    }

    @Test
    void sourceWithToolsOfItsOwnTakesNoSqlOfCallers() throws IOException {
        var file = Files.writeString(folder.resolve("dbhub.toml"), """
                [[sources]]
                id = "local"
                dsn = "sqlite:///./local.db"
                [[tools]]
                name = "one"
                source = "local"
                description = "One order"
                statement = "SELECT 1"
                """);
        assertThat(shop.imported(file)).isZero();
        assertThat(shop.file("server.yaml")).doesNotContain("allowSql");
        assertThat(shop.file("tools.yaml")).doesNotContain("ExecuteSql");
    }

    /** The statement would have lost its last condition. */
    @Test
    void commentOfAStatementDoesNotEndIt() throws IOException {
        var queries = Files.createDirectories(folder.resolve("queries"));
        Files.writeString(queries.resolve("mine.sql"), """
                -- name: mine
                SELECT * FROM orders WHERE true
                  -- name filter
                  AND owner = :me
                """);
        shop.written(queries, "--database", "postgresql://localhost/shop");
        assertThat(shop.file("tools.yaml")).contains("AND owner = {{ inputs.me }}");
    }

    @Test
    void sourcesOfLikeNamesKeepTheirDatabasesAndPasswords() throws IOException {
        var file = Files.writeString(folder.resolve("tools.yaml"), """
                sources:
                  shop_db: {kind: postgres, host: one, port: 5432, database: a, user: u, password: first}
                  shop-db: {kind: postgres, host: two, port: 5432, database: b, user: u, password: second}
                tools:
                  one: {kind: postgres-sql, source: shop_db, description: One., statement: SELECT 1}
                  two: {kind: postgres-sql, source: shop-db, description: Two., statement: SELECT 2}
                """);
        shop.written(file);
        assertThat(shop.file("server.yaml")).contains("name: shop-db\n", "name: shop-db-2\n", "//two:5432/b");
        assertThat(shop.file("tools.yaml")).containsPattern("(?s)adapter: shop-db\n.*adapter: shop-db-2\n");
        assertThat(shop.file(".env")).contains("SHOP_DB_PASSWORD=\"first\"", "SHOP_DB_2_PASSWORD=\"second\"");
    }

    @Test
    void parameterThatCopiesAnotherIsTheSameInput() throws IOException {
        var file = toolbox(
                "authorizationServer: https://login.example.com, audience: a",
                " + ? + ?, parameters: [{name: a, type: integer, description: A.}, {name: b, valueFromParam: a}]");
        shop.written(file);
        assertThat(shop.file("tools.yaml")).contains("SELECT 1 + {{ inputs.a }} + {{ inputs.a }}");
    }

    private static void tool(Path folder, String field) throws IOException {
        Files.writeString(
                Files.createDirectories(folder).resolve("config.terse"), "description: A tool.\n" + field + "\n");
    }
}
