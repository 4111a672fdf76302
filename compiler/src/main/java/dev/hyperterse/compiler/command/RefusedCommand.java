package dev.hyperterse.compiler.command;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Commands that no statement may run, by what they would do; the constant says what an author can do instead. */
enum RefusedCommand {
    BLOCKING(
            "waits for others and holds its connection meanwhile",
            "use the command that returns at once, such as LPOP, LMOVE or ZPOPMIN",
            "BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN WAIT WAITAOF"),
    CONNECTION(
            "changes the state of a connection that calls share",
            "set user, password and database number on the adapter; several writes at once are one command, such as MSET",
            "ASKING AUTH CLIENT DISCARD EXEC HELLO MULTI QUIT READONLY READWRITE RESET SELECT UNWATCH WATCH"),
    SUBSCRIPTION(
            "makes or feeds subscriptions, which have no single answer",
            "read what is there with XRANGE, or LRANGE",
            "MONITOR PSUBSCRIBE PUBLISH PUBSUB PUNSUBSCRIBE SPUBLISH SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE UNSUBSCRIBE"),
    SCRIPT(
            "runs a script, which could do anything that the user may",
            "write the commands as tools of their own",
            "EVAL EVALSHA EVALSHA_RO EVAL_RO FCALL FCALL_RO FUNCTION SCRIPT"),
    ADMINISTRATION(
            "administers the database",
            "administer it with redis-cli, as a user of your own",
            "ACL BGREWRITEAOF BGSAVE CLUSTER COMMAND CONFIG DEBUG FAILOVER FLUSHALL FLUSHDB INFO LASTSAVE LATENCY LOLWUT"
                    + " MIGRATE MODULE MOVE PSYNC REPLCONF REPLICAOF RESTORE ROLE SAVE SHUTDOWN SLAVEOF SLOWLOG SWAPDB SYNC"),
    WHOLE_DATABASE("reads every key while the database does nothing else", "use SCAN with MATCH and COUNT", "KEYS"),
    READS_AND_WRITES("reads and may store", "use SORT_RO, or GEOSEARCH", "GEORADIUS GEORADIUSBYMEMBER SORT");

    private final String why;
    private final String remedy;
    private final Set<String> names;

    RefusedCommand(String why, String remedy, String names) {
        this.why = why;
        this.remedy = remedy;
        this.names = Set.of(names.split(" "));
    }

    String why() {
        return why;
    }

    String remedy() {
        return remedy;
    }

    static Optional<RefusedCommand> of(String name) {
        return Arrays.stream(values()).filter(it -> it.names.contains(name)).findFirst();
    }
}
