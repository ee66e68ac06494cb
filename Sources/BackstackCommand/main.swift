import Glibc

exit(Command.run(arguments: Array(CommandLine.arguments.dropFirst())))
