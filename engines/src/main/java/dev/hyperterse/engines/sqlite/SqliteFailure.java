package dev.hyperterse.engines.sqlite;

import com.google.re2j.Pattern;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.HiddenValues.Named;
import dev.hyperterse.calls.Stage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Interprets a failure of SQLite. */
final class SqliteFailure {
    /** The driver wraps the engine's message: {@code [SQLITE_ERROR] explanation of the code (the engine's message)}. */
    private static final Pattern ENGINE_WORDS = Pattern.compile("(?s)^\\[[A-Z_0-9]+\\][^(]*\\((.*)\\)$");

    private static final Pattern LITERAL = Pattern.compile("'((?:[^']|'')*)'");

    private SqliteFailure() {}

    static CallFailure ofCall(SQLException failure) {
        return switch (code(failure)) {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED_SHAREDCACHE ->
                new CallFailure(Stage.BUSY, "busy: the database is locked by another call, try again");
            case SQLITE_TOOBIG ->
                new CallFailure(Stage.RESULT, "a value of the statement is larger than this server allows");
            case SQLITE_INTERRUPT -> new CallFailure(Stage.CANCELLED, "the call was cancelled");
            default ->
                new CallFailure(new EngineMessage(words(failure), code(failure).name()));
        };
    }

    /** The engine's message for a statement that it refuses to prepare; empty when the statement is not the cause. */
    static Optional<EngineMessage> refusal(SQLException failure) {
        return switch (code(failure)) {
            case SQLITE_ERROR, SQLITE_AUTH, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_READONLY ->
                Optional.of(new EngineMessage(words(failure), code(failure).name()));
            default -> Optional.empty();
        };
    }

    /**
     * Whether the statement has changed nothing: the engine rolls back a statement that is interrupted or does not get
     * a lock, even if only its commit needs the lock.
     */
    static boolean leavesNothing(SQLException failure) {
        return switch (code(failure)) {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED_SHAREDCACHE, SQLITE_INTERRUPT -> true;
            default -> false;
        };
    }

    /**
     * The reason why a database cannot be opened; does not name its file.
     *
     * @param initSql may be from a Secret
     */
    static String reason(SQLException failure, Optional<String> initSql) {
        return switch (code(failure)) {
            case SQLITE_CANTOPEN -> "the database file cannot be opened";
            case SQLITE_INTERRUPT -> "initSql took longer than statementTimeout";
            case SQLITE_NOTADB -> "the file is not a SQLite database";
            default ->
                "the database cannot be prepared: "
                        + new EngineMessage(
                                        literalsOf(initSql.orElse(""))
                                                .replacedIn(words(failure), EngineMessage.MOST_CHARACTERS),
                                        code(failure).name())
                                .line();
        };
    }

    /** The literals of {@code initSql}, because the engine quotes the token that it cannot parse. */
    private static HiddenValues literalsOf(String sql) {
        var literals = new ArrayList<Named>();
        var found = LITERAL.matcher(sql);
        while (found.find()) {
            literals.add(new Named("a text of initSql", found.group(1)));
        }
        return new HiddenValues(literals);
    }

    private static SQLiteErrorCode code(SQLException failure) {
        return failure instanceof SQLiteException exception ? exception.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private static String words(SQLException failure) {
        var words = ENGINE_WORDS.matcher(String.valueOf(failure.getMessage()));
        return words.find() ? words.group(1) : "the engine refused the statement";
    }
}
