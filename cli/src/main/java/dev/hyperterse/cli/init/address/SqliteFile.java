package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.schema.SqlEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The file of a SQLite database. */
final class SqliteFile {
    private SqliteFile() {}

    static boolean isLikely(String text) {
        return !text.contains("@") && text.toLowerCase(Locale.ROOT).matches("[^?#]+\\.(db|db3|sqlite|sqlite3|s3db)");
    }

    /** As frameworks write a URL: three slashes are a path below the current directory, four any other. */
    static DatabaseAddress ofUrl(String rest) {
        var relative = rest.startsWith("//")
                || rest.startsWith("/")
                        && !Path.of(withoutOptions(rest)).toFile().exists();
        return of(relative ? rest.substring(1) : rest);
    }

    static DatabaseAddress of(String text) {
        var path = withoutOptions(text);
        if (path.isBlank() || path.equals(":memory:")) {
            return new DatabaseAddress.Refused(
                    "a SQLite database in memory is empty; write the path of a file, such as shop.db");
        }
        return new DatabaseAddress.Usable(
                SqlEngine.SQLITE, path, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
    }

    private static String withoutOptions(String text) {
        return text.replaceFirst("\\?.*", "");
    }
}
