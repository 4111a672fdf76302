package dev.hyperterse.engines.mysql;

import dev.hyperterse.engines.PasswordFile;
import dev.hyperterse.engines.UnreadablePassword;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.plugin.Credential;
import org.mariadb.jdbc.plugin.CredentialPlugin;

/**
 * Reads the password file for each connection of the driver, also for those that only cancel a statement of another
 * one. The driver finds this class among its plugins, by its type.
 */
public final class FilePassword implements CredentialPlugin {
    static final String TYPE = "hyperterse-file";

    private static final String FOLDER = "hyperterse.folder";
    private static final String NAME = "hyperterse.name";

    /** The options that the driver does not interpret and passes on to its plugins. */
    static Properties options(PasswordFile file) {
        var options = new Properties();
        options.setProperty(FOLDER, file.folder().toString());
        options.setProperty(NAME, file.name());
        return options;
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CredentialPlugin initialize(Configuration configuration, String user, HostAddress host) throws SQLException {
        var options = configuration.nonMappedOptions();
        var file = new PasswordFile(Path.of(options.getProperty(FOLDER)), options.getProperty(NAME));
        try {
            return new Read(new Credential(user, file.current().orElseThrow()));
        } catch (UnreadablePassword unreadable) {
            throw new SQLException("no password", "28000", unreadable);
        }
    }

    @Override
    public Credential get() {
        throw new IllegalStateException("a connection initialises its own");
    }

    private record Read(Credential credential) implements CredentialPlugin {
        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public Credential get() {
            return credential;
        }

        /** Hides the password. */
        @Override
        public String toString() {
            return "FilePassword[]";
        }
    }
}
