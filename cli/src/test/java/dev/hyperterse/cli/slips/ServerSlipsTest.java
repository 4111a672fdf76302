package dev.hyperterse.cli.slips;

import static dev.hyperterse.cli.slips.Slip.document;
import static dev.hyperterse.cli.slips.Slip.in;
import static dev.hyperterse.cli.slips.Slip.inAdapter;
import static dev.hyperterse.cli.slips.Slip.inServer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slips in the manifests of a HyperterseServer, a Prompt and a Resource, and in what every manifest has. */
class ServerSlipsTest {
    private static final String URL = "spec.adapters[0].url";
    private static final String ADDRESS = "postgresql://HOST:5432/DATABASE";

    @TempDir
    private Path folder;

    static Stream<Slip> adapters() {
        return Stream.of(
                inAdapter(
                        "engine: Postgres, url: \"postgresql://h/d\", password: §reader",
                        "spec.adapters[0].password",
                        "must be an object, not a text",
                        "secretKeyRef: {name: SECRET, key: KEY}"),
                inAdapter(
                        "engine: Postgres, §host: h, port: 5432",
                        "spec.adapters[0].host",
                        "unknown field",
                        "the address is 'url': " + ADDRESS),
                inServer(
                        "adapters:\n  - §{name: db, engine: Postgres, host: h}",
                        URL,
                        "Required value",
                        "write url: " + ADDRESS),
                inServer(
                        "adapters:\n  - §{name: db, engine: Redis}",
                        URL,
                        "Required value",
                        "write url: redis://HOST:6379/0"),
                inAdapter(
                        "engine: Postgres, url: §\"jdbc:postgresql://h/d\"",
                        URL,
                        "is not a url of engine Postgres",
                        "remove jdbc: and write postgresql://host:5432/database"),
                inAdapter(
                        "engine: Postgres, url: §\"${DATABASE_URL}\"",
                        URL,
                        "is not a url of engine Postgres",
                        "write \"{{ env.NAME }}\", and NAME under env of the server"),
                inAdapter(
                        "engine: Postgres, url: §\"h:5432/d\"",
                        URL,
                        "is not a url of engine Postgres",
                        "write postgresql://host:5432/database"),
                inAdapter(
                        "engine: Postgres, url: §\"postgresql://h\"",
                        URL,
                        "the address is not a URL of Postgres",
                        "write it as postgresql://host:5432/database"),
                inAdapter(
                        "engine: Postgres, url: \"postgresql://h/d\", tls: {mode: §require}",
                        "spec.adapters[0].tls.mode",
                        "Unsupported value: \"require\"",
                        "did you mean Require?"),
                inAdapter(
                        "engine: Postgres, url: \"postgresql://h/d\", tls: §require",
                        "spec.adapters[0].tls",
                        "must be an object, not a text",
                        "write tls: {mode: VerifyFull}"),
                inAdapter(
                        "engine: §PostgreSQL, url: \"postgresql://h/d\"",
                        "spec.adapters[0].engine",
                        "Unsupported value: \"PostgreSQL\"",
                        "write Postgres"),
                inAdapter(
                        "engine: §mariadb, url: \"mysql://h/d\"",
                        "spec.adapters[0].engine",
                        "Unsupported value: \"mariadb\"",
                        "write Mysql, which is MariaDB too"),
                inServer(
                        "§adapters: {name: db, engine: Sqlite, url: \":memory:\"}",
                        "spec.adapters",
                        "must be a list, not an object",
                        "write adapters: [{engine: Sqlite, name: db, url: FILE.db}]"),
                inServer(
                        "§adapters:\n  db: {engine: Sqlite, url: \":memory:\"}",
                        "spec.adapters",
                        "must be a list, not an object",
                        "write adapters: [{engine: Postgres, name: ..., url: " + ADDRESS + "}]"));
    }

    static Stream<Slip> servers() {
        return Stream.of(
                inServer("§port: 9000", "spec.port", "unknown field", "--port of dev, and workload.service.port"),
                inServer(
                        "limits: {rate: {perTool: §60/min}}",
                        "spec.limits.rate.perTool",
                        "must be a whole number, not a text",
                        "rates are calls in a minute: 60"),
                in(
                        document("Tol", "x", "a: b").replace("§", "").replace("Tol", "§Tol"),
                        "",
                        "unknown kind \"Tol\"",
                        "did you mean Tool?"),
                in(
                        document("Tool", "x", "a: b").replace("§", "").replace("hyperterse.dev/", "§hyperterse.dev/v"),
                        "",
                        "unknown apiVersion",
                        "write apiVersion: hyperterse.dev/v1alpha1"));
    }

    static Stream<Slip> promptsAndResources() {
        return Stream.of(
                in(
                        document("Prompt", "p", """
                                serverRefs: [{name: acme}]
                                messages: [{role: user, content: §hello}]
                                """),
                        "spec.messages[0].content",
                        "must be an object, not a text",
                        "write content: {text: {inline: ...}}"),
                in(
                        document("Prompt", "p", """
                                serverRefs: [{name: acme}]
                                messages: [{role: user, content: {text: §hello}}]
                                """),
                        "spec.messages[0].content.text",
                        "must be an object, not a text",
                        "write text: {inline: ...}"),
                in(
                        document("Prompt", "p", """
                                serverRefs: [{name: acme}]
                                messages: [{role: §system, content: {text: {inline: hello}}}]
                                """),
                        "spec.messages[0].role",
                        "Unsupported value: \"system\"",
                        "messages of user and assistant only; write user"),
                in(
                        document("Resource", "r", "serverRefs: [{name: acme}]\nuri: §products/{id}\ntext: x"),
                        "spec.uri",
                        "'products/{id}' is not a URI",
                        "a URI with {variables} is a uriTemplate"),
                in(
                        document("Resource", "r", "serverRefs: [{name: acme}]\nuri: shop://x\n§text: {inline: x}"),
                        "spec.text",
                        "must be a text, not an object",
                        "write text: ..."));
    }

    @ParameterizedTest
    @MethodSource({"adapters", "servers", "promptsAndResources"})
    void slipIsAnErrorWithPlaceCauseAndCure(Slip slip) throws IOException {
        new SlipDirectory(folder).assertError(slip);
    }
}
