package dev.hyperterse.cli.init.schema;

/** Words that PostgreSQL, MySQL, MariaDB or SQLite take for their own in at least one place where a name may stand. */
final class ReservedWords {
    static final String TEXT = """
            abort accessible action add after all alter always analyse analyze and any array as asc asensitive asymmetric
            attach authorization autoincrement before begin between bigint binary bit blob body boolean both break by call cascade
            case cast change char character check coalesce collate collation column commit concurrently condition conflict
            constraint continue convert create cross cube cume_dist current current_catalog current_date current_path
            current_role current_schema current_time current_timestamp current_user cursor database databases day_hour
            day_microsecond day_minute day_second dec decimal declare default deferrable deferred delayed delete dense_rank desc describe
            detach deterministic distinct distinctrow div do do_domain_ids double drop dual each else elseif elsif empty enclosed end
            errors escape escaped event except exception exclude exclusive exists exit explain extract fail false fetch filter first first_value
            float float4 float8 following for force foreign freeze from full fulltext function generated get glob global goto grant
            greatest group grouping groups having high_priority history hour_microsecond hour_minute hour_second if ignore
            ignore_domain_ids ilike immediate in index indexed infile initially inner inout insensitive insert instead int int1 int2
            int3 int4 int8 integer intersect intersects interval into io_after_gtids io_before_gtids is isnull iterate join json_array json_arrayagg json_exists
            json_object json_objectagg json_query json_scalar json_serialize json_table json_value json key keys kill lag last last_value lateral lead leading least leave
            left less like limit linear lines load local localtime localtimestamp lock long longblob longtext loop low_priority manual
            master_bind master_demote_to_slave master_heartbeat_period master_ssl_verify_server_cert match materialized maxvalue
            mediumblob mediumint mediumtext merge merge_action middleint minute_microsecond minute_second minus mod modifies national natural
            nchar no no_write_to_binlog none normalize not nothing notnull nth_value ntile null nullif nulls number numeric of offset
            old on only open optimize optimizer_costs option optionally or order others out outer outfile over overlaps overlay
            package page_checksum parallel parse_vcol_expr partition percent_rank period placing plan position pragma preceding precision primary
            procedure purge qualify query raise raisexception range rank raw read read_write reads real recursive ref_system_id references
            regexp reindex release rename repeat replace require resignal restrict return returning revoke right rlike rollback
            row row_count row_number rows rowtype savepoint schema schemas second_microsecond select sensitive separator session_user set setof
            show signal similar slow smallint some spatial specific sql sql_after_gtids sql_before_gtids sql_big_result
            sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent
            stats_sample_pages stored straight_join substring symmetric sysdate system system_time system_user table tablesample temp temporary terminated
            then ties time timestamp tinyblob tinyint tinytext to to_date trailing transaction treat trigger trim true unbounded undo union unique
            unlock unsigned update usage use user using utc_date utc_time utc_timestamp vacuum value values varbinary varchar varchar2 varcharacter
            variadic varying vector verbose versioning view virtual when where while window with within without write xmlattributes
            xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable xor year_month
            zerofill""";

    private ReservedWords() {}
}
