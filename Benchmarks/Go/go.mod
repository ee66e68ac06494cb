module backstack-peer

go 1.19
