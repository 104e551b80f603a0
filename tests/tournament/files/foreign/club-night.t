Abara, Ifeoma           1540 4 2 7 3; 432 455 402 407; board 1 1 1 1; p12 1 2 2 1
Brûlé, Zoë              1502 5 1 6 4; 505 410 461 418; board 2 1 3 3; p12 2 1 1 2
van der Berg, Bo        1433 6 7 4 1; 377 498 390 446; board 3 3 2 1; p12 1 2 2 2
Cheng, Lucille-Marie    1390 1 0 3 2; 381 50 388 420; board 1 0 2 3; p12 2 0 1 1
Dale, Kit                998 2 6 0 7; 299 312 50 340; board 2 2 0 2; p12 1 2 0 1
Eze, Ola                   0 3 5 2 0; 377 350 333 50; board 3 2 3 0; p12 2 1 2 0
Fox, Val                1201 0 3 1 5; 50 95 371 339; board 0 3 1 2; p12 0 1 1 2
