package dev.hyperterse.cli.slips;

import static dev.hyperterse.cli.slips.Slip.document;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Slips in command lines, calls and addresses. A row has the command line, its exit code, and what is said: the place as
 * a whole word, the cause and the cure; the answer has none where a cell is empty.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class CommandSlipsTest {
    static final String CALLS = """
            call DIR find_customer               ¦ 1 ¦ find_customer ¦ no tool 'find_customer'        ¦ did you mean 'find-customer'?
            call DIR findcustomers               ¦ 1 ¦ findcustomers ¦ no tool 'findcustomers'        ¦ did you mean 'find-customer'?
            call DIR nothing-alike               ¦ 1 ¦ nothing-alike ¦ no tool 'nothing-alike'        ¦ it has describe-table, find-customer, forever, list-orders, run-sql
            call DIR faulty                      ¦ 1 ¦ faulty        ¦ tool 'faulty' is in the directory and not served ¦ correct its problems above
            call DIR                             ¦ 2 ¦ ``            ¦ which tool?                    ¦ it has describe-table, find-customer, forever, list-orders, run-sql
            call DIR find-customer --q ada       ¦ 2 ¦ --q           ¦ Unknown option: '--q'          ¦ Arguments of the tool are KEY=VALUE: q=VALUE
            call DIR find-customer Q=ada         ¦ 2 ¦ Q             ¦ no input 'Q'                   ¦ did you mean 'q'? it takes q
            call DIR find-customer name=ada      ¦ 2 ¦ name          ¦ no input 'name'                ¦ it takes q
            call DIR find-customer {"q":"ada"}   ¦ 2 ¦ {"q":"ada"}   ¦ arguments are key=value, not '{"q":"ada"}' ¦ write --json before a JSON object
            call DIR find-customer ada           ¦ 2 ¦ ada           ¦ arguments are key=value, not 'ada' ¦ write q=ada
            call DIR list-orders 7               ¦ 2 ¦ 7             ¦ arguments are key=value, not '7' ¦ it takes from, at, count
            call DIR find-customer               ¦ 1 ¦ q             ¦ field 'q': required input 'q' is missing ¦ ``
            call DIR find-customer --json {q:1}  ¦ 2 ¦ --json        ¦ --json is not JSON             ¦ write it such as '{"customer_id": 1}'
            call DIR find-customer --json [1]    ¦ 2 ¦ --json        ¦ --json must be an object       ¦ write it such as '{"customer_id": 1}'
            call DIR list-orders from=1.11.2026  ¦ 1 ¦ from          ¦ 'from': is not a valid date    ¦ write it like 2006-01-02
            call DIR list-orders at=1.11.2026    ¦ 1 ¦ at            ¦ 'at': type validation failed: cannot parse '1.11.2026' as datetime ¦ write it like 2006-01-02T15:04:05Z
            call DIR list-orders count=many      ¦ 1 ¦ count         ¦ 'count': type validation failed: cannot convert 'many' to int ¦ ``
            call DIR forever                     ¦ 1 ¦ forever       ¦ took too long and was cancelled (timeout of tool 'forever': 200ms) ¦ ``
            call DIR find-customer q=a -o xml    ¦ 2 ¦ xml           ¦ not 'xml'                      ¦ --output is text, table, json, yaml, csv
            search DIR orders                    ¦ 1 ¦ spec.exposure ¦ has no search (spec.exposure)  ¦ it has describe-table, find-customer, forever, list-orders, run-sql
            search DIR                           ¦ 2 ¦ QUERY         ¦ Missing required parameter: 'QUERY' ¦ For example: hyperterse search
            describe DIR                         ¦ 2 ¦ ``            ¦ which tool?                    ¦ it has describe-table, find-customer, forever, list-orders, run-sql
            call DIR describe-table table=custmers ¦ 0 ¦ ``            ¦ no such table                  ¦ did you mean customers?
            call DIR run-sql sq=x                ¦ 2 ¦ sq            ¦ no input 'sq'                  ¦ did you mean 'sql'? it takes sql
            list DIR -o wide                     ¦ 2 ¦ wide          ¦ not 'wide'                     ¦ --output is text, json, yaml
            prompt DIR greet                     ¦ 1 ¦ greet         ¦ no prompt 'greet'              ¦ it has welcome
            prompt DIR welcom                    ¦ 1 ¦ welcom        ¦ no prompt 'welcom'             ¦ did you mean 'welcome'?
            """;

    static final String COMMANDS = """
            start                                ¦ 2 ¦ start          ¦ unknown command 'start'        ¦ 'hyperterse dev DIR' serves a directory
            watch DIR/server.yaml                ¦ 2 ¦ server.yaml    ¦ nothing serves                 ¦ give the URL that 'hyperterse dev' prints
            logs                                 ¦ 2 ¦ logs           ¦ unknown command 'logs'         ¦ prints a line for each call
            ps                                   ¦ 2 ¦ ps             ¦ unknown command 'ps'           ¦ 'hyperterse status'
            delete                               ¦ 2 ¦ delete         ¦ unknown command 'delete'       ¦ kubectl delete -f FILE
            rollback                             ¦ 2 ¦ rollback       ¦ unknown command 'rollback'     ¦ kubectl apply -k DIR
            upgrade                              ¦ 2 ¦ upgrade        ¦ unknown command 'upgrade'      ¦ kubectl apply -k DIR
            config                               ¦ 2 ¦ config         ¦ unknown command 'config'       ¦ 'hyperterse connect CLIENT'
            login                                ¦ 2 ¦ login          ¦ unknown command 'login'        ¦ --header 'Authorization: Bearer ...'
            ui                                   ¦ 2 ¦ ui             ¦ unknown command 'ui'           ¦ 'hyperterse dev DIR' serves a console
            sql                                  ¦ 2 ¦ sql            ¦ unknown command 'sql'          ¦ 'hyperterse call DIR run-sql sql=...'
            inspect                              ¦ 2 ¦ inspect        ¦ unknown command 'inspect'      ¦ 'hyperterse describe DIR|URL TOOL'
            generate                             ¦ 2 ¦ generate       ¦ unknown command 'generate'     ¦ 'hyperterse init DIR --database URL'
            export                               ¦ 2 ¦ export         ¦ unknown command 'export'       ¦ 'hyperterse render DIR'
            versoin                              ¦ 2 ¦ versoin        ¦ unknown command 'versoin'      ¦ Did you mean 'hyperterse version'?
            frobnicate                           ¦ 2 ¦ frobnicate     ¦ unknown command 'frobnicate'   ¦ 'hyperterse help' lists the commands
            list                                 ¦ 2 ¦ DIR|URL|server/NAME ¦ Missing required parameter: 'DIR|URL|server/NAME' ¦ For example: hyperterse list
            connect                              ¦ 2 ¦ CLIENT         ¦ Missing required parameter: 'CLIENT' ¦ For example: hyperterse connect
            connect claude DIR                   ¦ 2 ¦ claude         ¦ no client 'claude' is known    ¦ there are claude-code, claude-desktop, vscode
            connect claude-desktop http://u:pw@shop.example/mcp --mcpb DIR/a.mcpb ¦ 2 ¦ URL            ¦ is a file that is passed on    ¦ take the password out of the URL
            connect claude-desktop http://shop.example/mcp --mcpb DIR/server.yaml ¦ 2 ¦ server.yaml    ¦ exists and is no extension (.mcpb) ¦ ``
            connect claude-desktop http://shop.example/mcp --mcpb DIR/a.mcpb --write ¦ 2 ¦ --write        ¦ --mcpb writes a file of its own ¦ take --write and --file away
            connect claude-desktop DIR --mcpb DIR/a.mcpb ¦ 2 ¦ --mcpb         ¦ --mcpb is for claude-desktop and a URL ¦ for a directory use --write
            dev DIR --prot 1                     ¦ 2 ¦ --prot         ¦ Unknown options: '--prot'      ¦ Did you mean '--port'?
            dev DIR --prot=1                     ¦ 2 ¦ --prot=1       ¦ Unknown option: '--prot=1'     ¦ Did you mean '--port'?
            dev DIR --port abc                   ¦ 2 ¦ abc            ¦ not 'abc'                      ¦ a port is a number from 0 to 65535
            validate DIR/none                    ¦ 1 ¦ none:1:1       ¦ none:1:1: error: directory not found ¦ give the directory that holds the manifests
            call none q=ada                      ¦ 1 ¦ none:1:1       ¦ none:1:1: error: directory not found ¦ give the directory that holds the manifests
            dev DIR/server.yaml                  ¦ 2 ¦ server.yaml    ¦ is a file                      ¦ give its directory
            completion pwsh                      ¦ 2 ¦ pwsh           ¦ not 'pwsh'                     ¦ bash, zsh or fish
            explain tool.spec.parameters         ¦ 2 ¦ tool.spec      ¦ has no field 'parameters'      ¦ inputs of a tool are 'inputs'
            explain tol.spec                     ¦ 2 ¦ tol            ¦ 'tol' is no kind               ¦ did you mean 'tool'?
            schema Tol                           ¦ 2 ¦ Tol            ¦ 'Tol' is no kind               ¦ there are HyperterseServer, Tool, Prompt, Resource
            diff DIR                             ¦ 2 ¦ diff           ¦ diff compares with --base DIR, with --against-cluster, or with both ¦ give one
            connect vscode DIR/none              ¦ 2 ¦ none           ¦ neither a directory nor a URL  ¦ such as http://localhost:8080/mcp
            init DIR --database shop.db          ¦ 3 ¦ ``             ¦ is not empty                   ¦ Give a new directory
            call localhost:1/mcp x               ¦ 3 ¦ http://localhost:1/mcp ¦ http://localhost:1/mcp: no server listens there ¦ start one with 'hyperterse dev'
            call localhost:1 x                   ¦ 3 ¦ http://localhost:1 ¦ http://localhost:1: no server listens there ¦ start one with 'hyperterse dev'
            search http://localhost:1/mcp x      ¦ 3 ¦ http://localhost:1/mcp ¦ http://localhost:1/mcp: no server listens there ¦ start one with 'hyperterse dev'
            help frobnicate                      ¦ 2 ¦ frobnicate     ¦ unknown command 'frobnicate'   ¦ 'hyperterse help' lists the commands
            """;

    static final String ADDRESSES = """
            ``                                   ¦ 2 ¦ ``             ¦ the address of the database is empty ¦ write postgresql://USER:PASSWORD@HOST:5432/NAME
            h:9999/shop                          ¦ 2 ¦ ``             ¦ does not say which engine it is of ¦ write postgresql://USER:PASSWORD@HOST:5432/NAME
            oracle://h/shop                      ¦ 2 ¦ ``             ¦ not of PostgreSQL, MySQL, MariaDB, SQLite, MongoDB ¦ write postgresql://USER:PASSWORD@HOST:5432/NAME
            postgresql://u@h:5432                ¦ 2 ¦ ``             ¦ does not name a database       ¦ write postgresql://HOST/NAME
            sqlite:///none.db                    ¦ 3 ¦ none.db        ¦ there is no SQLite file none.db ¦ the path is relative to where init is run
            postgresql://u:p@ss@h/shop           ¦ 2 ¦ ``             ¦ the address is no URL          ¦ percent-encode / ? # @ : and % in a user or a password
            postgresql://u:p%zz@h/shop           ¦ 2 ¦ user or password ¦ is not percent-encoded text    ¦ percent-encode / ? # @ : and % in a user or a password
            postgresql:///shop?host=/run         ¦ 2 ¦ ``             ¦ the address has no host        ¦ write postgresql://HOST/NAME
            postgresql://h:0/shop                ¦ 2 ¦ host or port   ¦ the host or port of the address is invalid ¦ percent-encode / ? # @ : and % in a user or a password
            postgresql://h/shop?sslmode=on       ¦ 2 ¦ sslmode        ¦ sslmode of the address is not known ¦ write disable, prefer, require, verify-ca or verify-full
            postgresql://h/shop?sslrootcert=ca.pem ¦ 2 ¦ sslrootcert    ¦ names a file, which an adapter does not read ¦ in server.yaml add tls: {mode: VerifyFull
            """;

    @TempDir
    private Path folder;

    private SlipDirectory directory;

    @BeforeEach
    void write() throws IOException, SQLException {
        directory = new SlipDirectory(folder);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("shop.db"));
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, full_name TEXT)");
        }
        directory.write("server.yaml", """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: acme}
                spec:
                  auth: {mode: Anonymous}
                  exposure: Direct
                  adapters:
                    - {name: db, engine: Sqlite, url: shop.db, allowSql: Allowed}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: welcome}
                spec:
                  serverRefs: [{name: acme}]
                  messages: [{role: user, content: {text: {inline: hello}}}]
                """);
        builtin("describe-table", "DescribeTable");
        builtin("run-sql", "ExecuteSql");
        tool("find-customer", "SELECT {{ inputs.q }} AS q", "{name: q, type: string, description: Part of x}");
        tool(
                "list-orders",
                "SELECT {{ inputs.from }} AS a, {{ inputs.at }} AS b, {{ inputs.count }} AS c",
                "{name: from, type: string, format: date, optional: true},"
                        + " {name: at, type: datetime, optional: true}, {name: count, type: int, optional: true}");
        tool("forever", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", "");
        tool("faulty", "SELECT {{ inputs.none }}", "");
    }

    private void tool(String name, String text, String inputs) throws IOException {
        directory.write(
                name + ".yaml",
                document("Tool", name, """
                serverRefs: [{name: acme}]
                description: Finds x by a part of its name.
                timeout: 200ms
                statement: {adapter: db, text: {inline: "%s"}}
                inputs: [%s]
                """.formatted(text, inputs)).replace(Slip.PLACE, ""));
    }

    private void builtin(String name, String tool) throws IOException {
        directory.write(
                name + ".yaml",
                document("Tool", name, "serverRefs: [{name: acme}]\nbuiltin: {adapter: db, tool: %s}\n".formatted(tool))
                        .replace(Slip.PLACE, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = CALLS)
    void slipInACallIsAnswered(String line, int exit, String place, String cause, String cure) {
        said(line, exit, place, cause, cure);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = COMMANDS)
    void slipInACommandIsAnswered(String line, int exit, String place, String cause, String cure) {
        said(line.replace("DIR/", folder + "/"), exit, place, cause, cure);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = ADDRESSES)
    void slipInAnAddressIsAnswered(String address, int exit, String place, String cause, String cure) {
        assertThat(directory.run("init", folder.resolve("new").toString(), "--database", address))
                .as(directory.text())
                .isEqualTo(exit);
        assertSaid(place, cause, cure);
    }

    @Test
    void slipInTheAddressOfAServerIsAnswered() throws IOException {
        var shop = Quickstart.copyTo(Files.createDirectories(folder.resolve("served")));
        try (var served = Quickstart.serve(shop, folder.resolve("cache"))) {
            var address = "localhost:" + served.url().getPort();
            said(
                    "call " + address + "/sse low-stock",
                    3,
                    address + "/sse",
                    "Not found",
                    "is /mcp: http://" + address + "/mcp");
            said(
                    "call https://" + address + "/mcp low-stock",
                    3,
                    address + "/mcp",
                    "without TLS",
                    "write http://" + address + "/mcp");
            said(
                    "call http://" + address + "/ low_stock",
                    1,
                    "low_stock",
                    "no tool 'low_stock'",
                    "did you mean 'low-stock'?");
        }
    }

    private void said(String line, int exit, String place, String cause, String cure) {
        var words = Stream.of(line.split(" "))
                .map(word -> word.equals("DIR") ? folder.toString() : word)
                .toArray(String[]::new);
        assertThat(directory.run(words)).as(directory.text()).isEqualTo(exit);
        assertSaid(place, cause, cure);
    }

    private void assertSaid(String place, String cause, String cure) {
        assertThat(directory.text())
                .containsPattern("(?<![\\w-])" + Pattern.quote(place) + "(?![\\w-])")
                .contains(cause, cure)
                .doesNotContain("\tat ", "Unknown tool", "internal error");
    }
}
