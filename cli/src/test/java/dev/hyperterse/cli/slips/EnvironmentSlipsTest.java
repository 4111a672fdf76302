package dev.hyperterse.cli.slips;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.testbed.ReservedPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slips in {@code .env} and in the address of a database. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class EnvironmentSlipsTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: acme}
            spec:
              auth: {mode: Anonymous}
              exposure: Direct
              adapters:
                - name: db
                  engine: Postgres
                  url: postgresql://127.0.0.1:5432/shop
                  username: {value: reader}
                  password: {valueFrom: {secretKeyRef: {name: acme-db, key: DB_PASSWORD}}}
            """;

    private static final String TOOL = Slip.document("Tool", "orders", """
            serverRefs: [{name: acme}]
            description: Counts the orders of the shop.
            statement: {adapter: db, text: {inline: SELECT 1}}
            """).replace(Slip.PLACE, "");

    @TempDir
    private Path folder;

    static Stream<Slip> warnings() {
        return Stream.of(
                slip(".env", "§DB_PASWORD=x\n", "", "no server reads DB_PASWORD", "did you mean DB_PASSWORD?"),
                slip(
                        "server.yaml",
                        SERVER.replace("acme-db,", "§acme-db,"),
                        "spec.adapters[0].password.valueFrom.secretKeyRef.name",
                        "Secret default/acme-db does not exist",
                        "for this machine write DB_PASSWORD=... in "));
    }

    private static Slip slip(String file, String text, String path, String cause, String cure) {
        var files = file.equals("server.yaml")
                ? Map.of(file, text, "a.yaml", TOOL)
                : Map.of(file, text, "server.yaml", SERVER, "a.yaml", TOOL);
        return new Slip(files, path, cause, cure);
    }

    @ParameterizedTest
    @MethodSource("warnings")
    void missingValueIsAWarningThatNamesTheLineToWrite(Slip slip) throws IOException {
        var directory = new SlipDirectory(folder);
        assertThat(directory.validate(slip)).as(directory.text()).isZero();
        directory.assertSaid(slip, "warning");
    }

    @Test
    void lineThatNoServerReadsIsANotice() throws IOException {
        var slip = slip(
                ".env", "DB_PASSWORD=x\n§COLOUR=red\n", "", "no server reads COLOUR", "an entry of a server's env");
        var directory = new SlipDirectory(folder);
        assertThat(directory.validate(slip)).as(directory.text()).isZero();
        directory.assertSaid(slip, "notice");
    }

    @Test
    void lineThatIsNoAssignmentIsAnError() throws IOException {
        var slip = slip(".env", "§DB_PASSWORD x\n", "", "not of the form NAME=value", "a comment begins with #");
        new SlipDirectory(folder).assertError(slip);
    }

    @Test
    void toolWithoutItsPasswordIsNotSaidToBeUnknown() throws IOException {
        var directory = new SlipDirectory(folder);
        directory.validate(slip("server.yaml", SERVER, "", "", ""));
        assertThat(directory.run("call", folder.toString(), "orders")).isEqualTo(1);
        assertThat(directory.text())
                .contains("Secret default/acme-db does not exist", "write DB_PASSWORD=... in ")
                .contains("tool 'orders' is in the directory and not served; correct its problems above")
                .doesNotContain("no tool 'orders'");
    }

    /** The admin port refuses the body of a call. */
    @Test
    void portThatIsNotOfMcpIsSaid() throws IOException {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(413, -1);
            exchange.close();
        });
        server.start();
        try {
            var directory = new SlipDirectory(folder);
            var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
            assertThat(directory.run("call", url, "orders")).isEqualTo(3);
            assertThat(directory.text())
                    .contains("no MCP server answers at " + url, "or the admin port: 'hyperterse dev' prints");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void databaseThatIsNotThereIsNamedWithItsAddress() throws IOException {
        var directory = new SlipDirectory(folder);
        try (var nothing = new ReservedPort()) {
            var address = "127.0.0.1:" + nothing.number() + "/shop";
            directory.validate(slip("server.yaml", SERVER.replace("127.0.0.1:5432/shop", address), "", "", ""));
            directory.write(".env", "DB_PASSWORD=x\n");
            assertThat(directory.run("validate", folder.toString(), "--connect"))
                    .as(directory.text())
                    .isEqualTo(1);
            assertThat(directory.text())
                    .contains("server.yaml:8:7: error: ", "adapter 'db' at " + address + " as user 'reader'")
                    .contains("the database cannot be reached", "fix: start it, or correct host and port in url");
            assertThat(directory.run("call", folder.toString(), "orders")).isEqualTo(1);
            assertThat(directory.text())
                    .contains("adapter db unavailable")
                    .contains("fix: 'hyperterse validate " + folder + " --connect' says at which address");
            assertThat(directory.run(
                            "init", folder.resolve("new").toString(), "--database", "postgresql://u@" + address))
                    .isEqualTo(3);
            assertThat(directory.text())
                    .contains("cannot read postgresql://" + address + " as u: the database cannot be reached")
                    .contains("; start it, or correct host and port");
        }
    }
}
