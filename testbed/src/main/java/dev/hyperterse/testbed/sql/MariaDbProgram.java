package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** MariaDB out of its jar. */
record MariaDbProgram(Path programs) implements MysqlProgram {
    /** The script that makes the tables of the server itself; read from standard input, a statement to a line. */
    private static final List<String> SYSTEM_TABLES =
            List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql", "mariadb_system_tables_data.sql");

    private static final String ONLY_USER = """
            DELETE FROM global_priv;
            INSERT INTO global_priv VALUES ('%%', '%s', concat('{"access":18446744073709551615,"plugin":"mysql_native_password","authentication_string":"', password('%s'), '"}'));
            """.formatted(MariaDbServer.SUPERUSER, SqlServer.PASSWORD);

    MariaDbProgram() {
        this(MariaDbBinaries.unpacked());
    }

    @Override
    public List<String> command(Path data, Path temporary) {
        var share = programs.resolve("share");
        return List.of(
                programs.resolve("bin").resolve("mariadbd").toString(),
                "--no-defaults",
                "--datadir=" + data,
                // Of its own: a server that starts deletes temporary tables in the folder, also those of others.
                "--tmpdir=" + temporary,
                "--lc-messages-dir=" + share,
                "--character-sets-dir=" + share.resolve("charsets"),
                "--innodb-buffer-pool-size=64M");
    }

    @Override
    public void initialise(ServerProcess process, Path data, Path temporary) {
        process.makeDirectory(data);
        process.makeDirectory(temporary);
        var tables = SYSTEM_TABLES.stream().map(this::shared).collect(Collectors.joining("\n"));
        var script = process.write(
                process.home().resolve("bootstrap.sql"),
                "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n" + tables + "\n" + ONLY_USER);
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "script=$1; shift; \"$@\" <$script", "MariaDB"));
        command.add(script.toString());
        command.addAll(command(data, temporary));
        command.addAll(List.of("--bootstrap", "--silent-startup"));
        process.run(command, "initialise");
    }

    private String shared(String file) {
        try {
            return Files.readString(programs.resolve("share").resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A key takes a minute on a busy machine; a test may set {@code ssl=ON} with its own. */
    @Override
    public List<String> withoutOwnKeys() {
        return List.of("--skip-ssl");
    }

    @Override
    public List<String> setting(String setting) {
        return List.of("--" + setting);
    }
}
