package dev.hyperterse.cli.init;

import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.manifest.DotEnv;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The connection of a server that {@code init} writes.
 *
 * @param server name of it
 * @param url where the adapter finds the database; of SQLite a path below the directory
 */
public record AdapterText(String server, Usable address, String url) {
    private static final String PASSWORD = "DATABASE_PASSWORD";

    /** The fields of an adapter in YAML; its name is not among them. */
    public String yaml() {
        var text = new StringBuilder(
                "engine: %s\nurl: %s\n".formatted(address.engine().adapter(), Yaml.quoted(url)));
        // The operator reads placeholders in it.
        address.username()
                .ifPresent(user ->
                        text.append("username: {value: %s}\n".formatted(Yaml.quoted(user.replace("{{", "{{{{")))));
        // dev takes it from .env; in a cluster it is a Secret.
        address.password()
                .ifPresent(_ -> text.append(
                        "password: {valueFrom: {secretKeyRef: {name: %s, key: %s}}}\n".formatted(secret(), PASSWORD)));
        address.fields().forEach(field -> text.append(field).append('\n'));
        return text.toString();
    }

    /** The file of passwords by its name, and the one that keeps it out of git; empty without a password. */
    public Map<String, String> passwords() {
        var files = new LinkedHashMap<String, String>();
        address.password().ifPresent(password -> {
            files.put(DotEnv.FILE_NAME, DotEnv.line(PASSWORD, password));
            files.put(".gitignore", DotEnv.FILE_NAME + "\n");
        });
        return files;
    }

    public String secret() {
        return secretOf(server);
    }

    /** The Secret in a cluster that has the passwords of a server. */
    public static String secretOf(String server) {
        return server + "-database";
    }
}
