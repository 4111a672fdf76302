package dev.hyperterse.engines.mysql;

import dev.hyperterse.engines.jdbc.CallInput;
import org.mariadb.jdbc.Connection;
import org.mariadb.jdbc.util.constants.ServerStatus;

/** A connection of the driver, and its input. */
record MysqlConnection(Connection driver, CallInput input) {
    boolean isMariaDb() {
        return driver.getContext().getVersion().isMariaDBServer();
    }

    /** Whether the engine has more than one form of a plan as JSON. */
    boolean hasFormsOfPlans() {
        return !isMariaDb() && driver.getContext().getVersion().versionGreaterOrEqual(8, 3, 0);
    }

    /** Whether the engine reported a change of the session with its last response. */
    boolean sessionChanged() {
        return has(ServerStatus.SERVER_SESSION_STATE_CHANGED);
    }

    /** Whether the last statement left a transaction open. */
    boolean inTransaction() {
        return has(ServerStatus.IN_TRANSACTION);
    }

    private boolean has(int flag) {
        return (driver.getContext().getServerStatus() & flag) != 0;
    }
}
