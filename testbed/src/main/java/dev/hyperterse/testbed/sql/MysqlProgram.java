package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.ServerProcess;
import java.nio.file.Path;
import java.util.List;

/** The program of a server that the engine MySQL talks to. */
sealed interface MysqlProgram permits MariaDbProgram, OwnMysqlProgram {
    /** The variable with the folder of the unpacked packages of MySQL. */
    String FOLDER = "HYPERTERSE_MYSQL";

    /** MariaDB, or MySQL's own server where {@link #FOLDER} is set. */
    static MysqlProgram ofThisRun() {
        var folder = System.getenv(FOLDER);
        return folder == null ? new MariaDbProgram() : new OwnMysqlProgram(Path.of(folder));
    }

    /** The program with what it is always started with. */
    List<String> command(Path data, Path temporary);

    /** Fills the directory of data; the only user is {@link MariaDbServer#SUPERUSER}. */
    void initialise(ServerProcess process, Path data, Path temporary);

    /** Options by which it makes no keys for TLS of its own. */
    List<String> withoutOwnKeys();

    /** A setting of a test as this program takes it; none if it does so anyway. */
    List<String> setting(String setting);
}
