# Completion of hyperterse for fish: hyperterse completion fish > ~/.config/fish/completions/hyperterse.fish
function __hyperterse_names
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete -- $words[2..] "$current" 2>/dev/null </dev/null)
        switch $line
            case ':directories'
                __fish_complete_directories "$current"
            case ':files'
                __fish_complete_path "$current"
            case '*'
                echo $line
        end
    end
end
complete -c hyperterse -f
complete -c hyperterse -n 'not __fish_use_subcommand' -a '(__hyperterse_names)'
@COMPLETIONS@
