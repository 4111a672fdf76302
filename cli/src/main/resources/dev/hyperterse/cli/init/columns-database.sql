          SELECT table_name AS table_name, column_name AS column_name, data_type AS data_type
          FROM information_schema.columns
          WHERE table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'pg_catalog', 'sys')
