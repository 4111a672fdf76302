package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * MySQL's own server out of packages of Debian, with all their libraries and the loader of these: they are newer than
 * those of the machine.
 *
 * @param packages the folder that they are unpacked in
 */
record OwnMysqlProgram(Path packages) implements MysqlProgram {
    @Override
    public List<String> command(Path data, Path temporary) {
        var libraries = packages.resolve("usr/lib/x86_64-linux-gnu");
        var share = packages.resolve("usr/share/mysql");
        return List.of(
                libraries.resolve("ld-linux-x86-64.so.2").toString(),
                "--library-path",
                libraries.toString(),
                packages.resolve("usr/sbin/mysqld").toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--lc-messages-dir=" + share,
                "--character-sets-dir=" + share.resolve("charsets"),
                "--secure-file-priv=NULL",
                "--mysqlx=OFF",
                // Else a function needs words that MariaDB does not take.
                "--disable-log-bin",
                "--innodb-buffer-pool-size=64M");
    }

    @Override
    public void initialise(ServerProcess process, Path data, Path temporary) {
        process.makeDirectory(temporary);
        process.makeDirectory(data);
        var users = process.write(
                process.home().resolve("users.sql"), """
                CREATE USER '%1$s'@'%%' IDENTIFIED BY '%2$s';
                GRANT ALL ON *.* TO '%1$s'@'%%' WITH GRANT OPTION;
                DROP USER 'root'@'localhost';
                """.formatted(MariaDbServer.SUPERUSER, SqlServer.PASSWORD));
        var command = new ArrayList<>(command(data, temporary));
        command.addAll(List.of("--initialize-insecure", "--auto-generate-certs=OFF", "--init-file=" + users));
        process.run(command, "initialise");
    }

    @Override
    public List<String> withoutOwnKeys() {
        return List.of("--auto-generate-certs=OFF");
    }

    /** MySQL has TLS as soon as it has a key. */
    @Override
    public List<String> setting(String setting) {
        return setting.equals("ssl=ON") ? List.of() : List.of("--" + setting);
    }
}
