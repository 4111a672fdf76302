package dev.hyperterse.cli.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The files of a new directory by their names: a server, a tool by a statement, a tool by a script, types for editors. */
public final class StarterFiles {
    public static final String PASSWORDS = ".env";

    private static final String PASSWORD = "DATABASE_PASSWORD";
    private static final String SCRIPT = "list-tables.js";

    private final String name;
    private final StarterDatabase database;

    /** @param name of the server */
    public StarterFiles(String name, StarterDatabase database) {
        this.name = name;
        this.database = database;
    }

    /** @return texts, in reading order */
    public Map<String, String> texts() {
        var files = new LinkedHashMap<String, String>();
        files.put("server.yaml", server());
        files.put("tools.yaml", tools());
        files.put("scripts/" + SCRIPT, resource(SCRIPT));
        files.put(
                "scripts.yaml",
                named("scripts.yaml").replace("@SCRIPT@\n", resource(SCRIPT).indent(4)));
        files.put("hyperterse.d.ts", resource("hyperterse.d.ts"));
        // Not beside the manifests: kubectl apply reads all JSON there.
        files.put("scripts/jsconfig.json", resource("jsconfig.json"));
        if (database instanceof StarterDatabase.Existing existing) {
            existing.password().ifPresent(password -> {
                files.put(
                        PASSWORDS,
                        "%s=%s%n".formatted(PASSWORD, quoted(password).replace("$", "\\$")));
                files.put(".gitignore", PASSWORDS + "\n");
            });
        }
        return files;
    }

    private String server() {
        return switch (database) {
            case StarterDatabase.Sqlite _ -> named("server-sqlite.yaml");
            case StarterDatabase.Existing existing ->
                named("server-database.yaml")
                        .replace("@ENGINE@", existing.engine())
                        .replace("@URL@", quoted(existing.url()))
                        .replace("@CREDENTIALS@\n", credentials(existing).indent(6));
        };
    }

    private String credentials(StarterDatabase.Existing existing) {
        // The operator reads placeholders in it.
        var username = existing.username()
                .map(user -> "username: {value: %s}\n".formatted(quoted(user.replace("{{", "{{{{"))));
        // dev takes it from .env; in a cluster it is a Secret.
        Optional<String> password = existing.password()
                .map(_ -> "password: {valueFrom: {secretKeyRef: {name: %s-database, key: %s}}}\n"
                        .formatted(name, PASSWORD));
        return username.orElse("") + password.orElse("");
    }

    private String tools() {
        var columns = resource(
                switch (database) {
                    case StarterDatabase.Sqlite _ -> "columns-sqlite.sql";
                    case StarterDatabase.Existing _ -> "columns-database.sql";
                });
        return named("tools.yaml").replace("    @COLUMNS@\n", columns.indent(4)).replace("@COLUMNS@\n", columns);
    }

    private String named(String file) {
        return resource(file).replace("@NAME@", name);
    }

    /** JSON, which is YAML. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    private static String resource(String file) {
        try (var stream = StarterFiles.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the program has no " + file);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the program has no " + file, unreadable);
        }
    }
}
