package dev.hyperterse.compiler.command;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The commands that statements may run: a closed list, for a command that is not known may do anything. What is listed as
 * reading has the flag {@code readonly} in the engine's own table, which a test compares.
 */
final class KnownCommands {
    private static final Map<String, KnownCommand> ALL = new HashMap<>();

    static {
        reads(1, """
                BITCOUNT BITFIELD_RO BITPOS DUMP EXISTS EXPIRETIME GEODIST GEOHASH GEOPOS GEORADIUSBYMEMBER_RO GEORADIUS_RO
                GEOSEARCH GET GETBIT GETRANGE HEXISTS HEXPIRETIME HGET HGETALL HKEYS HLEN HMGET HPEXPIRETIME HPTTL
                HRANDFIELD HSCAN HSTRLEN HTTL HVALS LCS LINDEX LLEN LPOS LRANGE MGET PEXPIRETIME PFCOUNT PTTL SCARD SDIFF
                SINTER SISMEMBER SMEMBERS SMISMEMBER SORT_RO SRANDMEMBER SSCAN STRLEN SUBSTR SUNION TOUCH TTL TYPE XLEN
                XPENDING XRANGE XREVRANGE ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZRANDMEMBER ZRANGE ZRANGEBYLEX ZRANGEBYSCORE
                ZRANK ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE""");
        reads(2, "SINTERCARD ZDIFF ZINTER ZINTERCARD ZUNION");
        reads(2, "MEMORY:USAGE OBJECT:ENCODING OBJECT:FREQ OBJECT:IDLETIME OBJECT:REFCOUNT");
        reads(2, "XINFO:CONSUMERS XINFO:GROUPS XINFO:STREAM");
        reads(0, "DBSIZE RANDOMKEY SCAN XREAD");
        writes(1, """
                APPEND BITFIELD COPY DECR DECRBY DEL EXPIRE EXPIREAT GEOADD GEOSEARCHSTORE GETDEL GETEX GETSET HDEL HEXPIRE
                HEXPIREAT HGETDEL HGETEX HINCRBY HINCRBYFLOAT HMSET HPERSIST HPEXPIRE HPEXPIREAT HSET HSETEX HSETNX INCR
                INCRBY INCRBYFLOAT LINSERT LMOVE LPOP LPUSH LPUSHX LREM LSET LTRIM MSET MSETNX PERSIST PEXPIRE PEXPIREAT
                PFADD PFMERGE PSETEX RENAME RENAMENX RPOP RPOPLPUSH RPUSH RPUSHX SADD SDIFFSTORE SET SETBIT SETEX SETNX
                SETRANGE SINTERSTORE SMOVE SPOP SREM SUNIONSTORE UNLINK XACK XADD XAUTOCLAIM XCLAIM XDEL XTRIM ZADD
                ZDIFFSTORE ZINCRBY ZINTERSTORE ZPOPMAX ZPOPMIN ZRANGESTORE ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK
                ZREMRANGEBYSCORE ZUNIONSTORE""");
        writes(2, "BITOP LMPOP ZMPOP");
        writes(2, "XGROUP:CREATE XGROUP:CREATECONSUMER XGROUP:DELCONSUMER XGROUP:DESTROY XGROUP:SETID");
        writes(0, "XREADGROUP");
    }

    private static final Set<String> CONTAINERS = ALL.values().stream()
            .filter(command -> command.words() == 2)
            .map(command -> command.name().substring(0, command.name().indexOf(' ')))
            .collect(Collectors.toUnmodifiableSet());

    private KnownCommands() {}

    private static void reads(int key, String names) {
        add(false, key, names);
    }

    private static void writes(int key, String names) {
        add(true, key, names);
    }

    /** @param key 0 where there is none, or not always in the same place */
    private static void add(boolean writes, int key, String names) {
        for (var name : names.split("\\s+")) {
            var spelled = name.replace(':', ' ');
            ALL.put(
                    spelled,
                    new KnownCommand(
                            spelled,
                            writes,
                            name.contains(":") ? 2 : 1,
                            key == 0 ? Optional.empty() : Optional.of(key)));
        }
    }

    static Set<KnownCommand> all() {
        return Set.copyOf(ALL.values());
    }

    /** Whether the name is that of a command whose subcommand says what it does. */
    static boolean isContainer(String name) {
        return CONTAINERS.contains(name);
    }

    static Optional<KnownCommand> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
